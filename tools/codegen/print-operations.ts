import { writeFileSync } from 'node:fs';
import { loadRoutes } from '../../src/app/collect-modules.js';
import { buildGraphSchema } from '../../src/app/schema.js';
import { describeFlowOperations } from '../../src/rest/openapi/flow-operations.js';

/** schema/flow-operations.json: the operations that flows can call, an operation or a schema a line. */
export async function printFlowOperations(): Promise<string> {
  const { operations, schemas, unavailable } = describeFlowOperations(await loadRoutes(), buildGraphSchema());
  const ofSchemas = Object.entries(schemas).map(([name, schema]) => `"${name}": ${JSON.stringify(schema)}`);
  const lines = (texts: readonly string[]) => `\n    ${texts.join(',\n    ')}\n  `;
  return `{
  "operations": [${lines(operations.map((one) => JSON.stringify(one)))}],
  "schemas": {${lines(ofSchemas)}},
  "unavailable": ${JSON.stringify(unavailable)}
}
`;
}

if (import.meta.main) writeFileSync('schema/flow-operations.json', await printFlowOperations());

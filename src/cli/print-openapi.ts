import { writeFileSync } from 'node:fs';
import { routeTables } from '../app/routes.js';
import { buildGraphSchema } from '../app/schema.js';
import { buildOpenApi } from '../rest/openapi/build-openapi.js';

/** Writes the REST contract: the golden that a change of a route shows in. */
const [path = 'schema/openapi.json'] = process.argv.slice(2);
const document = buildOpenApi({
  tables: routeTables,
  schema: buildGraphSchema(),
  version: '0',
  publicUrl: 'http://localhost:4000',
});
writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);

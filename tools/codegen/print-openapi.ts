import { writeFileSync } from 'node:fs';
import { loadRoutes } from '../../src/app/collect-modules.js';
import { loadOwnDocuments } from '../../src/app/graphql/read-trusted-documents.js';
import { packageVersion } from '../../src/app/package-version.js';
import { buildGraphSchema } from '../../src/app/schema.js';
import { documentedEvents } from '../../src/nodes/index.js';
import { buildOpenApi } from '../../src/rest/openapi/build-openapi.js';
import { responseExamples } from '../../src/rest/openapi/response-examples.js';

/** schema/openapi.json: the contract of the REST API. */
export async function printOpenApi(): Promise<string> {
  const publicUrl = 'http://localhost:4000';
  const document = buildOpenApi({
    tables: await loadRoutes(),
    schema: buildGraphSchema(),
    version: packageVersion(),
    publicUrl,
    examples: responseExamples,
    events: documentedEvents(),
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** schema/documents.json: the GraphQL documents of the REST routes by hash, for clients that send hashes. */
export async function printDocuments(): Promise<string> {
  return `${JSON.stringify((await loadOwnDocuments())(), null, 2)}\n`;
}

if (import.meta.main) {
  writeFileSync('schema/openapi.json', await printOpenApi());
  writeFileSync('schema/documents.json', await printDocuments());
}

import { writeFileSync } from 'node:fs';
import { routeTables } from '../app/routes.js';
import { buildGraphSchema } from '../app/schema.js';
import { buildOpenApi } from '../rest/openapi/build-openapi.js';

/** The REST contract: the golden that a change of a route shows in. */
export function printOpenApi(): string {
  const publicUrl = 'http://localhost:4000';
  const document = buildOpenApi({ tables: routeTables, schema: buildGraphSchema(), version: '0', publicUrl });
  return `${JSON.stringify(document, null, 2)}\n`;
}

if (import.meta.main) writeFileSync('schema/openapi.json', printOpenApi());

import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { records } from '../app/collect-modules.js';
import { buildGraphSchema } from '../app/schema.js';
import { recordOperations } from '../platform/records/index.js';

/** schema/schema.graphql: the GraphQL schema as SDL, from which codegen generates types. */
export function printGraphSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildGraphSchema()))}\n`;
}

/** The operations that the REST routes of records run, from which codegen generates typed documents. */
export function printRecordOperations(): string {
  return `${records.map(recordOperations).join('\n\n')}\n`;
}

if (import.meta.main) {
  writeFileSync('src/rest/generated/records.graphql', printRecordOperations());
  writeFileSync('schema/schema.graphql', printGraphSchema());
}

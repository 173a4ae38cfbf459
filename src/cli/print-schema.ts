import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { records } from '../app/collect-modules.js';
import { buildGraphSchema } from '../app/schema.js';
import { recordOperations } from '../platform/records/index.js';

/** The GraphQL schema as SDL: the golden that a change of the contract shows in, and codegen's source. */
export function printGraphSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildGraphSchema()))}\n`;
}

/** The operations that the REST routes of records run: written for codegen, which makes typed documents of them. */
export function printRecordOperations(): string {
  return `${records.map(recordOperations).join('\n\n')}\n`;
}

if (import.meta.main) {
  writeFileSync('src/rest/generated/records.graphql', printRecordOperations());
  writeFileSync('schema/schema.graphql', printGraphSchema());
}

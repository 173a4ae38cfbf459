import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildGraphSchema } from '../../src/app/schema.js';

/** schema/schema.graphql: the GraphQL schema as SDL, from which codegen generates types. */
export function printGraphSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildGraphSchema()))}\n`;
}

if (import.meta.main) writeFileSync('schema/schema.graphql', printGraphSchema());

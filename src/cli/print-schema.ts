import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildGraphSchema } from '../app/schema.js';

/** The GraphQL schema as SDL: the golden that a change of the contract shows in, and codegen's source. */
export function printGraphSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildGraphSchema()))}\n`;
}

if (import.meta.main) writeFileSync('schema/schema.graphql', printGraphSchema());

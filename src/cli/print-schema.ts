import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildGraphSchema } from '../app/schema.js';
import { describeCapabilities } from './describe-capabilities.js';

/** The GraphQL schema as SDL: the golden that a change of the contract shows in, and codegen's source. */
export function printGraphSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildGraphSchema()))}\n`;
}

/** Who may do what, as the documentation says it. */
export function printCapabilities(): string {
  return describeCapabilities(buildGraphSchema());
}

if (import.meta.main) {
  writeFileSync('schema/schema.graphql', printGraphSchema());
  writeFileSync('docs/capabilities.md', printCapabilities());
}

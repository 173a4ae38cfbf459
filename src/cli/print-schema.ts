import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildGraphSchema } from '../app/schema.js';

/** Writes the GraphQL schema as SDL: the golden that a change of the contract shows in, and codegen's source. */
const [path = 'schema/schema.graphql'] = process.argv.slice(2);
writeFileSync(path, `${printSchema(lexicographicSortSchema(buildGraphSchema()))}\n`);

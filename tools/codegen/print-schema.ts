import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { modules } from '../../src/app/modules.js';
import { buildGraphSchema } from '../../src/app/schema.js';
import type { Module } from '../../src/contexts/module.js';
import { lowerFirst, recordOperations } from '../../src/platform/records/index.js';

/** schema/schema.graphql: the GraphQL schema as SDL, from which codegen generates types. */
export function printGraphSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildGraphSchema()))}\n`;
}

/** The operations that the REST routes of records run, from which codegen generates typed documents. */
export function printRecordOperations(): string {
  const texts = modules.flatMap(({ name, records: definitions = [] }: Module) =>
    definitions.map((record) =>
      recordOperations(
        record,
        (operation) => `${record.routes[operation]}, defined by ${lowerFirst(record.plural)} in src/contexts/${name}`,
      ),
    ),
  );
  return `${texts.join('\n\n')}\n`;
}

if (import.meta.main) {
  writeFileSync('src/rest/generated/records.graphql', printRecordOperations());
  writeFileSync('schema/schema.graphql', printGraphSchema());
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { describeDatabase } from '../src/cli/describe-database.js';
import { printOpenApi } from '../src/cli/print-openapi.js';
import { printGraphSchema } from '../src/cli/print-schema.js';
import { createTestDatabase } from './support/database.js';

const golden = (name: string) => readFile(join('schema', name), 'utf8');

describe('what is published, as it stands in schema/', () => {
  test('the GraphQL schema (npm run codegen)', async () => {
    expect(printGraphSchema()).toBe(await golden('schema.graphql'));
  });

  test('the REST contract (npm run codegen)', async () => {
    expect(printOpenApi()).toBe(await golden('openapi.json'));
  });

  test('the tables (npm run database)', async () => {
    const database = await createTestDatabase();
    try {
      expect(await describeDatabase(database.url)).toBe(await golden('database.sql'));
    } finally {
      await database.drop();
    }
  });
});

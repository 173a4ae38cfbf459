import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { printOpenApi } from '../tools/codegen/print-openapi.js';
import { printFlowOperations } from '../tools/codegen/print-operations.js';
import { printGraphSchema } from '../tools/codegen/print-schema.js';
import { describeDatabase } from '../tools/docs/describe-database.js';
import { generatedDocs } from '../tools/docs/generated-docs.js';
import { createTestDatabase } from './support/database.js';

const golden = (name: string) => readFile(join('schema', name), 'utf8');

describe('the committed files in schema/ and docs/ are up to date', () => {
  test('the GraphQL schema (npm run codegen)', async () => {
    expect(printGraphSchema()).toBe(await golden('schema.graphql'));
  });

  test('the REST contract (npm run codegen)', async () => {
    expect(await printOpenApi()).toBe(await golden('openapi.json'));
  });

  test('the operations that flows can call (npm run codegen)', async () => {
    expect(await printFlowOperations()).toBe(await golden('flow-operations.json'));
  });

  test.each(generatedDocs)('$path (npm run codegen)', async ({ path, write }) => {
    expect(await write()).toBe(await readFile(path, 'utf8'));
  });

  test('the tables (npm run codegen)', async () => {
    const database = await createTestDatabase();
    try {
      expect(await describeDatabase(database.url)).toBe(await golden('database.sql'));
    } finally {
      await database.drop();
    }
  });

  test("each table of a workspace's rows is walled off: its migration says select enable_tenant_isolation('…')", async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const { rows } = await client.query(
        `select c.oid::regclass::text as open from pg_class c join pg_attribute a on a.attrelid = c.oid
         where a.attname = 'workspace_id' and not a.attisdropped and c.relkind in ('r', 'p')
           and c.relnamespace = 'public'::regnamespace
           -- Ids and numbers that tell nothing: an index of a walled table serves no array.
           and c.relname not like 'search\\_documents%' and not (c.relforcerowsecurity and c.relrowsecurity and exists (
             select from pg_policy where polrelid = c.oid and polname = 'own_workspace'))`,
      );
      expect(rows).toEqual([]);
    } finally {
      await client.end();
      await database.drop();
    }
  });
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ArrayType } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { entities } from '../../src/app/collect-modules.js';
import { openDatabase } from '../../src/platform/database/database.js';
import { TextArray } from '../../src/platform/database/text-array.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { testPool } from '../support/test-pool.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = testPool(database.url, { max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('every list of an entity is stored by the type that quotes its elements', async () => {
  const db = await openDatabase({ url: database.url, entities, poolSize: 1 });
  const all = [...db.fork().getMetadata().getAll().values()].flatMap(({ className, props }) =>
    props.map(({ name, customType }) => ({ name: `${className}.${name}`, customType })),
  );
  const lists = all.filter(({ customType }) => customType instanceof ArrayType);
  await db.close();
  expect(lists.map(({ name }) => name)).toEqual(expect.arrayContaining(['Flow.tags', 'FlowTemplate.requiredSecrets']));
  expect(lists.filter(({ customType }) => !(customType instanceof TextArray))).toEqual([]);
});

test('no column that holds texts of a workspace takes a null among them', async () => {
  const { rows } = await pool.query<{ name: string }>(`
    select a.attrelid::regclass || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.atttypid = 'text[]'::regtype
      and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
        and pg_get_constraintdef(k.oid) like 'CHECK ((array_position(' || a.attname || ', NULL::text) IS NULL))')
    order by 1`);
  // Triggers of ours count by these; no text of a workspace gets there as an element that could be null.
  expect(rows.map(({ name }) => name)).toEqual(['analytics_deltas.dims', 'analytics_deltas.metrics']);
});

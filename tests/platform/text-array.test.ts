import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { EntityMetadata } from '@mikro-orm/postgresql';
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

/** Columns of the catalogue, as `table.column`. @param holds of the column `a` of the table `c` */
async function columnsWhere(holds: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and t.typcategory = 'A' and ${holds} order by 1`);
  return rows.map(({ name }) => name);
}

/** Arrays of a type of text: text, citext, varchar, domains of them. */
const ofText = `(select e.typcategory from pg_type e where e.oid = t.typelem) = 'S'`;
const refusesNull = `exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
  and pg_get_constraintdef(k.oid) like 'CHECK ((array_position(' || a.attname || ', NULL::%) IS NULL))')`;

/** Columns whose property has the type that quotes its elements. */
async function columnsOfTextArrays(): Promise<string[]> {
  const db = await openDatabase({ url: database.url, entities, poolSize: 4 });
  const all: EntityMetadata[] = [...db.entities(db.pool).getMetadata().getAll().values()];
  await db.close();
  return all.flatMap(({ tableName, props }) =>
    props
      .filter(({ customType }) => customType instanceof TextArray)
      .map(({ fieldNames }) => `${tableName}.${fieldNames[0]}`),
  );
}

test('every array column is mapped by the type that quotes its elements', async () => {
  const mapped = new Set(await columnsOfTextArrays());
  const columns = await columnsWhere('true');
  expect(columns).toEqual(expect.arrayContaining(['flow_templates.required_secrets', 'flow_versions.tags']));
  expect(columns.filter((name) => !mapped.has(name))).toEqual([]);
});

test('no array column of text accepts a null element', async () => {
  // A trigger writes these; a dimension is null where a row does not count for its metric.
  const counted = ['analytics_deltas.dims', 'analytics_deltas.metrics'];
  expect(await columnsWhere(`${ofText} and not ${refusesNull}`)).toEqual(counted);
  expect(await columnsWhere(`${ofText} and ${refusesNull}`)).toContain('contacts.tags');
});

test('a new array column without the check is found', async () => {
  await pool.query('alter table flows add column nicknames text[], add column aliases citext[]');
  expect(await columnsWhere(`${ofText} and not ${refusesNull}`)).toEqual(
    expect.arrayContaining(['flows.aliases', 'flows.nicknames']),
  );
});

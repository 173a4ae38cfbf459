import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ArrayType } from '@mikro-orm/postgresql';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { migrations } from '../../migrations/index.js';
import { entities } from '../../src/app/collect-modules.js';
import { openDatabase } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { TextArray } from '../../src/platform/database/text-array.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
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

test('lists that a null got into are repaired: tags say null, secrets are named as the graph names them', async () => {
  const old = await createEmptyDatabase();
  const isOld = ({ name }: { name: string }) => name < '20261122100000';
  await migrate({ url: old.url, migrations: migrations.filter(isOld) });
  const client = new pg.Client({ connectionString: old.url });
  await client.connect();
  const [account, workspace, flow] = [uuidv7(), uuidv7(), uuidv7()];
  await client.query("insert into accounts (id, name) values ($1, 'A')", [account]);
  await client.query("insert into workspaces (id, account_id, name) values ($1, $2, 'W')", [workspace, account]);
  const tags = '{urgent,NULL,"  as sent ",NULL}';
  await client.query(
    `insert into flows (workspace_id, id, name, settings, trigger_type, tags) values ($1, $2, 'F', '{}', 'manual', $3)`,
    [workspace, flow, tags],
  );
  for (const version of [1, 2]) {
    await client.query(
      `insert into flow_versions (workspace_id, flow_id, version, name, description, nodes, edges, variables, settings, tags)
       values ($1, $2, $3, 'F', '', '[]', '[]', '[]', '{}', $4)`,
      [workspace, flow, version, version === 1 ? '{urgent,Null}' : tags],
    );
  }
  const templates = [
    ['{{boveda.NULL}} {{ boveda . Null }} {{boveda.key}} {{boveda.nullable}}', '{NULL,Null,key,nullable}'],
    ['{{boveda["nULL"]}}', '{NULL}'],
    ["{{boveda['null']}}", '{NULL}'],
    ['{{boveda.key}}', '{key,NULL}'],
  ];
  for (const [text, secrets] of templates) {
    await client.query(
      `insert into flow_templates (workspace_id, name, nodes, edges, variables, settings, tags, required_secrets)
       values ($1, 'T', $2, '[]', '[]', '{}', $3, $4)`,
      [workspace, JSON.stringify([{ id: 'a', data: { text } }]), tags, secrets],
    );
  }

  await migrate({ url: old.url, migrations });
  const repaired = ['urgent', 'null', '  as sent ', 'null'];
  expect((await client.query('select tags from flows')).rows).toEqual([{ tags: repaired }]);
  const versions = await client.query('select tags from flow_versions order by version');
  expect(versions.rows).toEqual([{ tags: ['urgent', 'null'] }, { tags: repaired }]);
  const stored = await client.query('select tags, required_secrets as secrets from flow_templates order by id');
  expect(stored.rows.map((row) => row.tags)).toEqual(templates.map(() => repaired));
  expect(stored.rows.map((row) => row.secrets)).toEqual([
    ['NULL', 'Null', 'key', 'nullable'],
    ['nULL'],
    ['null'],
    ['key', 'null'],
  ]);
  const again = client.query("update flows set tags = '{NULL}'");
  await expect(again).rejects.toMatchObject({ code: '23514', constraint: 'flows_tags_check' });
  await client.end();
  await old.drop();
});

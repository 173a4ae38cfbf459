import { glob, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { ApiKey } from '../../src/contexts/accounts/entities/api-key.entity.js';
import { RowChanges, watchChanges } from '../../src/platform/database/row-changes.js';
import { findOpen } from '../../src/platform/database/tenant-wall.js';
import { registry } from '../../src/platform/metrics/index.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';
import { obstaclesToSpreading, referenceTables, tablesInOnePlace } from './spread.js';

let app: TestApp;
let ours: Owner;
let theirs: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  [ours, theirs] = [await furnished(), await furnished()];
});
afterAll(() => app.stop());

/** A workspace with something in most tables. */
async function furnished(): Promise<Owner> {
  const owner = await app.seed.owner();
  const at = `/workspaces/${owner.workspaceId}`;
  const content = graph([node('start', 'trigger.webhook')]);
  const flow = await app.seed.flow(owner, { ...content, settings: { triggerType: 'webhook' } });
  await app.seed.apiKey(owner);
  await app.rest(`POST ${at}/flows/folders`, { as: owner.token, body: { name: 'Folder' } });
  await app.rest(`POST ${at}/members`, { as: owner.token, body: { email: `x-${owner.email}`, role: 'VIEWER' } });
  await reached(app, owner, await trigger(app, owner, flow.id));
  return owner;
}

test('no connection chooses partitions while a statement runs, but the search does, which locks no row', async () => {
  const { pool, hotPool, tenantPool, dedicated } = app.services.db;
  const text = "select current_setting('enable_partition_pruning') as pruning";
  for (const sql of [pool, hotPool, tenantPool, dedicated])
    expect(await rowsOf(sql, text)).toEqual([{ pruning: 'off' }]);
  const search = "select proconfig::text as settings from pg_proc where proname = 'search_candidates'";
  expect((await rowsOf(pool, search))[0]?.settings).toContain('enable_partition_pruning=on');
});

test('slow reads of a workspace leave connections to others', async () => {
  const { pool, within } = app.services.db;
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(7001)');
  // More than there are connections.
  const slow = Array.from({ length: 100 }, () =>
    within(ours.workspaceId).query('select pg_advisory_xact_lock_shared(7001)'),
  );
  const text = `select count(*)::integer as count from pg_locks where locktype = 'advisory' and objid = 7001 and not granted`;
  const waiting = async () => Number((await pool.query<{ count: number }>(text)).rows[0]?.count);
  await waitFor(async () => (await waiting()) > 0);
  const { rows } = await within(theirs.workspaceId).query<Row>('select id from workspaces');
  expect(rows).toEqual([{ id: theirs.workspaceId }]);
  await holder.query('select pg_advisory_unlock(7001)');
  holder.release();
  await Promise.all(slow);
});

test('statements that wait because workspaces use all connections are shown as a metric', async () => {
  const { pool, within } = app.services.db;
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(7002)');
  const slow = Array.from({ length: 100 }, () => within(uuidv7()).query('select pg_advisory_xact_lock_shared(7002)'));
  const waiting = async () => Number(/database_waiting\{kind="tenant"\} (\d+)/.exec(await registry.metrics())?.[1]);
  expect(await waiting()).toBeGreaterThan(50);
  await holder.query('select pg_advisory_unlock(7002)');
  holder.release();
  await Promise.all(slow);
  expect(await waiting()).toBe(0);
});

type Row = Record<string, string>;
const rowsOf = async (sql: Pick<pg.Pool, 'query'>, text: string, values: unknown[] = []) =>
  (await sql.query<Row>(text, values)).rows;

/** Tables that hold rows of workspaces, with the column that names it; of search documents nothing can be read but ids. */
async function tenantTables(): Promise<{ table: string; column: string }[]> {
  const text = `select c.oid::regclass::text as "table", a.attname as "column" from pg_class c
    join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname not like 'search\\_documents%' and (a.attname = 'workspace_id' or (c.relname = 'workspaces' and a.attname = 'id')) order by 1`;
  return (await rowsOf(app.services.db.pool, text)) as never;
}

describe('the wall around a workspace', () => {
  test("lets a select without any condition see the workspace's own rows only, in every table", async () => {
    const inside = app.services.db.within(ours.workspaceId);
    const seen: string[] = [];
    for (const { table, column } of await tenantTables()) {
      const everything = () => rowsOf(app.services.db.pool, `select ${column} as workspace from ${table}`);
      const ownOf = (rows: Row[]) => rows.filter(({ workspace }) => workspace === ours.workspaceId);
      const before = ownOf(await everything());
      const found = await rowsOf(inside, `select ${column} as workspace from ${table}`);
      const all = await everything();
      const own = ownOf(all);
      // Sums of usage are written meanwhile.
      expect([before, own].map((rows) => ({ table, rows }))).toContainEqual({ table, rows: found });
      if (own.length > 0 && own.length < all.length) seen.push(table);
    }
    expect(seen).toEqual(
      expect.arrayContaining(['api_keys', 'executions', 'flow_folders', 'flow_versions', 'flows', 'workspaces']),
    );
  });

  test('stands in front of every table in the same words', async () => {
    const text = `select tablename as "table", replace(qual, '(id =', '(workspace_id =') as qual, with_check as "check",
      cmd, roles::text as roles, permissive from pg_policies where schemaname = 'public' order by 1`;
    const policies = await rowsOf(app.services.db.pool, text);
    expect(policies.map(({ table }) => table)).toEqual((await tenantTables()).map(({ table }) => table));
    const { table: _, ...first } = policies[0] as Row;
    for (const { table, ...words } of policies) expect([table, words]).toEqual([table, first]);
  });

  test('lets nothing be written into, changed in or deleted from another workspace', async () => {
    const inside = app.services.db.within(ours.workspaceId);
    const insert = 'insert into flow_folders (workspace_id, name) values ($1, $2)';
    await expect(inside.query(insert, [theirs.workspaceId, 'Ours'])).rejects.toMatchObject({ code: '42501' });
    const move = 'update flow_folders set workspace_id = $1';
    await expect(inside.query(move, [theirs.workspaceId])).rejects.toMatchObject({ code: '42501' });
    const update = 'update flow_folders set name = $2 where workspace_id = $1';
    expect(await inside.query(update, [theirs.workspaceId, 'Ours'])).toMatchObject({ rowCount: 0 });
    expect(await inside.query('delete from flows where workspace_id = $1', [theirs.workspaceId])).toMatchObject({
      rowCount: 0,
    });
  });

  test('stands for entities, too', async () => {
    const { db } = app.services;
    const inside = db.within(ours.workspaceId);
    expect(await db.entities(inside).findAll(ApiKey)).toMatchObject([{ workspaceId: ours.workspaceId }]);
    const times = { createdAt: new Date(), updatedAt: new Date() };
    const ids = { workspaceId: theirs.workspaceId, id: uuidv7(), createdBy: uuidv7() };
    const key = { ...ids, name: 'Ours', prefix: '', keyHash: Buffer.from('x'), capabilities: [], ...times };
    const written = inside.transaction((sql) => {
      const em = db.entities(sql);
      watchChanges(em, new RowChanges());
      em.persist(em.create(ApiKey, key));
      return em.flush();
    });
    await expect(written).rejects.toMatchObject({ code: '42501' });
    expect((await rowsOf(db.pool, 'select 1 from api_keys')).length).toBeGreaterThan(1);
  });

  test('shows nothing at all to a connection that names no workspace', async () => {
    for (const options of [
      '-c app.tenant_scope=on',
      '-c app.workspace_id=',
      '-c app.tenant_scope=',
      '-c app.tenant_scope=OFF ',
    ]) {
      const client = new pg.Client({ connectionString: app.database.url, options });
      await client.connect();
      for (const { table } of await tenantTables()) {
        expect([table, options, await rowsOf(client as never, `select 1 from ${table}`)]).toEqual([table, options, []]);
      }
      const insert = 'insert into flow_folders (workspace_id, name) values ($1, $2)';
      await expect(client.query(insert, [ours.workspaceId, 'Ours'])).rejects.toMatchObject({ code: '42501' });
      await client.end();
    }
  });

  test('is tried on every kind of connection: each says what it sees, and sees nothing when that is lost', async () => {
    const { pool, hotPool, dedicated, tenantPool, within } = app.services.db;
    const connections = { everyRow: [pool, hotPool, dedicated], tenants: [tenantPool] };
    expect(await findOpen(connections)).toBeNull();
    // A role whose default opens everything, as a prepared pooler would.
    const open = new pg.Pool({ connectionString: app.database.url, max: 1 });
    expect(await findOpen({ everyRow: [open], tenants: [] })).toBeNull();
    expect(await findOpen({ everyRow: [], tenants: [open] })).toMatch(/without naming one/);
    await open.query(`set app.tenant_scope = ''`);
    expect(await findOpen({ everyRow: [open], tenants: [] })).toMatch(/lose the setting/);
    await open.end();
    const scope = `select current_setting('app.tenant_scope', true) as scope`;
    expect(await rowsOf(within(ours.workspaceId), scope)).toEqual([{ scope: 'on' }]);
  });

  test('is said wherever the server connects to Postgres', async () => {
    const found: string[] = [];
    for await (const file of glob('src/**/*.ts')) {
      // The databases of others have no workspaces.
      if (file.startsWith('src/platform/foreign-databases/')) continue;
      const opens = /(?:new pg\.(?:Client|Pool)|(?<!function )\bopenPool)\(([^;]*)\)/g;
      for (const [, config = ''] of (await readFile(file, 'utf8')).matchAll(opens)) {
        found.push(file);
        // Only these say the scope; an address that is parsed is never connected.
        expect([file, config]).toEqual([
          file,
          expect.stringMatching(/connectionConfig|poolConfig|\.\.\.connect\b|^config\b|^toClientConfig/),
        ]);
      }
    }
    expect(found.length).toBeGreaterThan(8);
  });

  test('keeps workspaces apart that use the same connections at once', async () => {
    const { db } = app.services;
    const ids = [ours.workspaceId, theirs.workspaceId, uuidv7(), uuidv7(), uuidv7()];
    const asked = Array.from({ length: 400 }, (_, index) => ids[index % ids.length] as string);
    const ask = (id: string, index: number) => {
      const text = `select current_setting('app.workspace_id') as id`;
      // Every third one breaks after it: what a failure leaves behind troubles nobody.
      if (index % 3 === 0)
        void db
          .within(id)
          .query('select 1 / 0')
          .catch(() => undefined);
      return index % 4 === 0 ? db.within(id).transaction((sql) => rowsOf(sql, text)) : rowsOf(db.within(id), text);
    };
    const answers = await Promise.all(asked.map(ask));
    expect(answers.map(([row]) => row?.id)).toEqual(asked);
    expect(db.tenantPool.totalCount).toBeLessThanOrEqual(10);
  });

  test('stays in place behind a transaction that is rolled back', async () => {
    const inside = app.services.db.within(ours.workspaceId);
    await expect(inside.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await rowsOf(inside, 'select id from workspaces')).toEqual([{ id: ours.workspaceId }]);
  });

  test('leaves a list its index', async () => {
    const { db } = app.services;
    await db.pool.query(
      `insert into flows (workspace_id, name, settings)
       select w.id, 'Flow', '{}' from workspaces w, generate_series(1, 2000)`,
    );
    await db.pool.query('analyze flows');
    const text = `explain select id from flows where workspace_id = $1 and created_at < now() order by created_at desc limit 20`;
    const plan = (await rowsOf(db.within(ours.workspaceId), text, [ours.workspaceId])).map((row) => row['QUERY PLAN']);
    expect(plan.join('\n')).toMatch(/using flows_created.+Cond: .*workspace_id.*created_at.*Filter/s);
  });
});

test('every table can be spread over several databases by its workspace, but these', async () => {
  const obstacles = await obstaclesToSpreading(app.services.db.pool, referenceTables);
  const whole = Object.entries(obstacles).filter(([, found]) => found.length > 0);
  expect(Object.fromEntries(whole)).toEqual(tablesInOnePlace);
  // docs/scaling.md gives the same reasons.
  const page = await readFile('docs/scaling.md', 'utf8');
  const rows = page.match(/^\| `.*$/gm) ?? [];
  const documented = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, table]) => table));
  expect(documented.sort()).toEqual([...referenceTables, ...Object.keys(tablesInOnePlace)].sort());
});

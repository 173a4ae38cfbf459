import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrations } from '../../migrations/index.js';
import { updateDatabase } from '../../src/app/prepare-database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { waitFor } from '../support/wait-for.js';

/** The last migration of the first schema, and the rows that a server of that time has written, by table. */
const lastOfFirst = '20261128141800-create-workspace-changes';
const login = { email: 'demo@example.com', password: 'P0i5EhJ37ycA' };
type Row = Record<string, unknown>;

/** Columns that later migrations moved to another table, or gave another meaning. */
const changed: Record<string, string[]> = {};

let database: TestDatabase;
let former: Record<string, Row[]>;
let sql: pg.Client;
let app: TestApp;

beforeAll(async () => {
  database = await createEmptyDatabase();
  former = JSON.parse(await readFile('tests/support/releases/baseline.json', 'utf8'));
  await migrate({ url: database.url, migrations: migrations.filter(({ name }) => name <= lastOfFirst) });
  sql = new pg.Client({ connectionString: asAdmin(database.url) });
  await sql.connect();
  await insertRows();
  await updateDatabase({ url: database.url });
}, 60_000);
afterAll(async () => {
  await app?.stop();
  await sql.end();
  await database.drop();
});

function asAdmin(url: string): string {
  const admin = new URL(process.env.TEST_ADMIN_URL as string);
  admin.pathname = new URL(url).pathname;
  return admin.href;
}

async function insertRows(): Promise<void> {
  // Neither triggers nor foreign keys: what triggers wrote is among the rows.
  await sql.query('set session_replication_role = replica');
  for (const [table, rows] of Object.entries(former)) {
    const columns = Object.keys(rows[0] ?? {}).map(pg.escapeIdentifier);
    const text = `insert into ${table} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${table}, $1)`;
    await sql.query(text, [JSON.stringify(rows)]);
  }
}

test('an upgrade from the first schema keeps every row', async () => {
  const lost: Row = {};
  for (const [table, rows] of Object.entries(former)) {
    const { rows: now } = await sql.query<{ row: Row }>(`select to_json(t) as row from ${table} t`);
    const columns = Object.keys(rows[0] ?? {}).filter((name) => !changed[table]?.includes(name));
    const textOf = (row: Row) => JSON.stringify(columns.map((name) => row[name]));
    const kept = new Set(now.map(({ row }) => textOf(row)));
    const missing = rows.filter((row) => !kept.has(textOf(row)));
    if (missing.length > 0) lost[table] = missing;
  }
  expect(Object.keys(former).length).toBeGreaterThan(40);
  expect(lost).toEqual({});
});

test('a server continues with the upgraded rows', async () => {
  app = await startTestApp({ database, worker: true });
  const { body } = await app.rest('POST /auth/login', { body: login });
  const { accessToken: as } = body.data as { accessToken: string };
  const workspace = `/workspaces/${former.workspaces?.[0]?.id}`;
  const { body: page } = await app.rest(`GET ${workspace}/flows/executions`, { as });
  const executions = page.data as { id: string; status: string }[];
  expect(executions.map(({ status }) => status).sort()).toEqual(['completed', 'completed', 'completed', 'running']);
  const waiting = executions.find(({ status }) => status === 'running')?.id;
  expect((await app.rest(`POST ${workspace}/flows/executions/${waiting}/cancel`, { as })).status).toBe(200);
  const demo = former.flows?.find(({ name }) => name === 'New order')?.id;
  const started = await app.rest(`POST ${workspace}/flows/${demo}/trigger`, {
    as,
    body: { triggerData: { customer: 'Ada', amount: 40 } },
  });
  const { executionId } = started.body.data as { executionId: string };
  await waitFor(async () => {
    const { body: now } = await app.rest(`GET ${workspace}/flows/executions/${executionId}`, { as });
    return (now.data as { status: string }).status === 'completed';
  });
});

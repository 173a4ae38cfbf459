import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { type RestAnswer, startTestApp, type TestApp } from '../support/app.js';
import type { TestDatabase } from '../support/database.js';
import { createTestDatabase } from '../support/database.js';
import type { Owner } from '../support/seed.js';
import { canMount, createSmallDatabase } from '../support/small-database.js';
import { testPool } from '../support/test-pool.js';
import { waitFor } from '../support/wait-for.js';

let database: TestDatabase;
let app: TestApp;
let owner: Owner;
let sql: pg.Pool;

beforeAll(async () => {
  database = canMount ? await createSmallDatabase(40) : await createTestDatabase();
  app = await startTestApp({ database, loopDelay: { p99: () => 0, stop: () => undefined } });
  owner = await app.seed.owner();
  sql = testPool(database.url, { max: 1 });
});
afterAll(async () => {
  await app.stop();
  await sql.end();
  await database.drop();
});

const write = (): Promise<RestAnswer> =>
  app.rest(`POST /workspaces/${owner.workspaceId}/contacts`, {
    as: owner.token,
    body: { name: 'Ada', customFields: { note: randomBytes(7_000).toString('base64') } },
  });
const ready = async () => {
  const { status, body } = await app.rest('GET /readyz');
  return [status, (body as unknown as { reason?: string }).reason];
};
const counted = async (kind: string) => {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return Number(
    new RegExp(`^workspace_automation_database_errors_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(text)?.[1],
  );
};
const unavailable = { status: 503, body: { error: { code: 'UNAVAILABLE' } } };

describe('a database that is read-only', () => {
  const name = () => new URL(database.url).pathname.slice(1);
  const close =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  afterEach(async () => {
    await sql.query('set default_transaction_read_only = off');
    await sql.query(`alter database ${name()} reset default_transaction_read_only`);
    await sql.query(close);
    await waitFor(async () => (await write()).status === 201);
  });

  test('makes the server not ready, and writes are refused with 503 until it is writable again', async () => {
    expect(await ready()).toEqual([200, undefined]);
    await sql.query(`alter database ${name()} set default_transaction_read_only = on`);
    await sql.query(close);
    // Until the process has noticed the ends of its connections.
    await waitFor(async () => (await ready())[1] === 'The database is read-only.');
    const refused = await write();
    expect(refused).toMatchObject(unavailable);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await counted('read_only')).toBeGreaterThan(0);
  });
});

// It needs a file system of its own: as root, outside of most containers. Otherwise it is reported as skipped.
(canMount ? test : test.skip)('a full disk makes the server not ready, and all is well once it has space', async () => {
  expect(await write()).toMatchObject({ status: 201 });
  await sql.query('create table filler (text text storage plain)');
  const fill = `insert into filler select repeat('x', 8000) from generate_series(1, 10)`;
  await expect(
    (async () => {
      for (;;) await sql.query(fill);
    })(),
  ).rejects.toMatchObject({ code: '53100' });
  // What fits into the files of tables is still stored.
  const refused = await waitFor(async () => {
    const all = await Promise.all(Array.from({ length: 20 }, write));
    return all.find(({ status }) => status !== 201);
  });
  expect(refused).toMatchObject(unavailable);
  expect(await ready()).toEqual([503, 'The disk of the database is full.']);
  expect(await counted('disk_full')).toBeGreaterThan(0);
  expect((await app.rest(`GET /workspaces/${owner.workspaceId}/contacts`, { as: owner.token })).status).toBe(200);
  await sql.query('drop table filler');
  expect(await ready()).toEqual([200, undefined]);
  expect((await write()).status).toBe(201);
});

test.each([
  ['40P01', 'deadlock', true],
  ['40001', 'serialization_failure', true],
  ['57P03', 'starting', false],
  ['53300', 'too_many_connections', false],
])('SQLSTATE %s is counted as %s', async (state, kind, isRepeated) => {
  const before = await counted(kind);
  const statement = `do $$ begin raise sqlstate '${state}'; end $$`;
  await expect(app.services.db.pool.query(statement)).rejects.toMatchObject({ code: state });
  expect((await counted(kind)) - before).toBe(isRepeated ? 6 : 1);
});

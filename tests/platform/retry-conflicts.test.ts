import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { groupCommit } from '../../src/platform/database/group-commit.js';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Owner } from '../support/seed.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  // Sequences are not rolled back, so it is known how often a transaction was tried.
  await app.services.db.pool.query(`
    create table written (n integer);
    create sequence tries minvalue 0;
    create function give_way(times integer, state text) returns void language plpgsql as $function$
    begin
      if nextval('tries') <= times then
        raise exception 'gives way' using errcode = state;
      end if;
    end
    $function$;
    create function give_way() returns trigger language plpgsql as $function$
    begin
      perform give_way(tg_argv[0]::integer, '40P01');
      return null;
    end
    $function$;`);
});

afterAll(() => app.stop());

beforeEach(async () => {
  await app.services.db.pool.query(`truncate written; select setval('tries', 0)`);
});

const tries = async () =>
  Number((await app.services.db.pool.query('select last_value as n from tries')).rows[0]?.n as string);
const written = async () => (await app.services.db.pool.query('select n from written')).rows.length;
const lose = `with lost as materialized (select give_way($1, $2)) insert into written select 1 from lost`;

describe.each(['40P01', '40001'])('what Postgres broke off for the sake of others (%s)', (state) => {
  test('is repeated as a statement, over each pool', async () => {
    const { pool, dedicated, within } = app.services.db;
    for (const [index, sql] of [pool, dedicated, within(owner.workspaceId)].entries()) {
      await pool.query(`select setval('tries', 0)`);
      await sql.query(lose, [2, state]);
      expect([await tries(), await written()]).toEqual([3, index + 1]);
    }
  });

  test('is repeated as a whole transaction, of which only the last try is kept', async () => {
    const { db } = app.services;
    for (const [index, transaction] of [db.transaction, db.within(owner.workspaceId).transaction].entries()) {
      await db.pool.query(`select setval('tries', 0)`);
      const result = await transaction(async (sql) => {
        await sql.query('insert into written values (0)');
        await sql.query(lose, [2, state]);
        return 'done';
      });
      expect([result, await tries(), await written()]).toEqual(['done', 3, 2 * (index + 1)]);
    }
  });

  test('is repeated for all whose writes share the statement', async () => {
    let flushes = 0;
    const commit = groupCommit(async (items: number[]) => {
      flushes += 1;
      await app.services.db.pool.query(lose, [2, state]);
      return items;
    });
    expect(await Promise.all([1, 2, 3].map(commit))).toEqual([1, 2, 3]);
    expect([flushes, await tries(), await written()]).toEqual([1, 3, 1]);
  });

  test('fails as it failed after six tries', async () => {
    await expect(app.services.db.pool.query(lose, [100, state])).rejects.toMatchObject({ code: state });
    expect([await tries(), await written()]).toEqual([6, 0]);
  });
});

test('every transaction begins where it is repeated, and every pool repeats its statements', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const having = (pattern: RegExp) => files.filter((name) => pattern.test(readFileSync(`src/${name}`, 'utf8'))).sort();
  // A backup and an export of a workspace read one snapshot, which conflicts with nothing. The databases of others are not ours.
  const readOnly = [
    'platform/foreign-databases/postgres-session.ts',
    'app/workspace-archive/export-workspace.ts',
    'platform/backup/dump-database.ts',
  ];
  const begins = having(/query\(\s*['"`]begin|begin = 'begin'|`begin; \$\{enterText/).filter(
    (name) => !readOnly.includes(name),
  );
  expect(begins).toEqual(['platform/database/in-transaction.ts', 'platform/database/tenant-scope.ts']);
  expect(having(/\.transactional\(/)).toEqual([]);
  expect(having(/\binTransaction\(/)).toEqual([
    'platform/database/in-transaction.ts',
    'platform/database/tenant-scope.ts',
  ]);
  // The pool of the tenants repeats in `within`; the doctor asks once, and changes nothing.
  expect(having(/(?<!retryStatements\(\s*)new pg\.Pool\(/)).toEqual([
    'cli/doctor/database-checks.ts',
    'platform/database/tenant-scope.ts',
  ]);
});

test('any other failure is not repeated', async () => {
  await expect(app.services.db.pool.query(lose, [100, '23514'])).rejects.toMatchObject({ code: '23514' });
  expect(await tries()).toBe(1);
});

describe('a request whose transaction gives way to others', () => {
  const path = () => `/workspaces/${owner.workspaceId}/flows/folders`;
  const givingWay = async (times: number) => {
    const { pool } = app.services.db;
    await pool.query('drop trigger if exists give_way on flow_folders');
    await pool.query(
      `create trigger give_way after insert or update on flow_folders execute function give_way(${times})`,
    );
  };

  test('is answered as if nothing had been, where a later try comes through', async () => {
    await givingWay(2);
    const made = await app.rest(`POST ${path()}`, { as: owner.token, body: { name: 'First' } });
    expect([made.status, await tries()]).toEqual([201, 3]);
    await app.services.db.pool.query(`select setval('tries', 0)`);
    const { id } = made.body.data as { id: string };
    const changed = await app.rest(`PATCH ${path()}/${id}`, { as: owner.token, body: { name: 'Second' } });
    expect([changed.status, changed.body.data, await tries()]).toEqual([
      200,
      expect.objectContaining({ name: 'Second' }),
      3,
    ]);
  });

  test('is asked to come back in a second where none does, on both surfaces', async () => {
    await givingWay(100);
    const { status, headers, body } = await app.rest(`POST ${path()}`, { as: owner.token, body: { name: 'Third' } });
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
    const { errors } = await app.graphql(
      'mutation ($w: ID!) { createFolder(workspaceId: $w, input: { name: "Third" }) { id } }',
      { w: owner.workspaceId },
      owner.token,
    );
    expect(errors?.[0]?.extensions).toEqual({ code: 'UNAVAILABLE', status: 503, retryAfter: 1 });
    const { rows } = await app.services.db.pool.query(`select from flow_folders where name = 'Third'`);
    expect(rows).toHaveLength(0);
  });
});

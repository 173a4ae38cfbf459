import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { contacts } from '../../src/contexts/crm/definitions/contact.record.js';
import { reportedTables, TotalOfList } from '../../src/platform/database/known-totals.js';
import type { RequestedFields } from '../../src/platform/graphql/requested-fields.js';
import { listRecords } from '../../src/platform/records/list-records.js';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Owner } from '../support/seed.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.stop());

const totalsQuery = `query ($id: ID!) { workspace(id: $id) {
  all: contacts(limit: 1) { pagination { total } }
  part: contacts(limit: 1, company: "B") { pagination { total } }
  found: contacts(limit: 1, search: "Ada") { pagination { total } } } }`;

const allFields: RequestedFields = { has: () => true, below: () => allFields };

type Totals = [all: number, part: number];

/** The totals of all contacts, and of those of a company, as pages show them. */
async function totals({ workspaceId, token }: Owner): Promise<Totals> {
  const { data, errors } = await app.graphql<{ workspace: Record<string, { pagination: { total: number } }> }>(
    totalsQuery,
    { id: workspaceId },
    token,
  );
  if (errors?.[0]) throw new Error(JSON.stringify(errors[0]));
  const { all, part } = data?.workspace ?? {};
  return [all?.pagination.total ?? -1, part?.pagination.total ?? -1];
}

type Writer = Pick<pg.PoolClient, 'query'>;

const insert = (sql: Writer, { workspaceId }: Owner, count = 1, company = 'A') =>
  sql.query(
    `insert into contacts (workspace_id, id, name, company, status, tags, do_not_contact, custom_fields, created_at, updated_at)
     select $1, uuidv7(), 'Ada', $3, 'lead', '{}', false, '{}', now(), now() from generate_series(1, $2::integer)`,
    [workspaceId, count, company],
  );
const move = (sql: Writer, { workspaceId }: Owner, to = 'B') =>
  sql.query(
    `update contacts set company = $2 where ctid in (select ctid from contacts where workspace_id = $1 limit 1)`,
    [workspaceId, to],
  );
const remove = (sql: Writer, { workspaceId }: Owner) =>
  sql.query(`delete from contacts where ctid in (select ctid from contacts where workspace_id = $1 limit 1)`, [
    workspaceId,
  ]);

/** Begins a transaction that has written, and returns how it ends. */
async function open(work: (client: pg.PoolClient) => Promise<unknown>) {
  const client = await app.services.db.pool.connect();
  await client.query('begin');
  await work(client);
  return async (end: 'commit' | 'rollback') => {
    await client.query(end);
    client.release();
  };
}

describe('the total of a list', () => {
  test('follows each commit, also of transactions that were open when it was counted', async () => {
    const owner = await app.seed.owner();
    const { pool } = app.services.db;
    await insert(pool, owner, 5);
    expect(await totals(owner)).toEqual([5, 0]);
    const early = await open((client) => insert(client, owner, 2));
    await move(pool, owner);
    expect(await totals(owner)).toEqual([5, 1]);
    const late = await open((client) => insert(client, owner, 10));
    const lost = await open((client) => insert(client, owner, 100));
    expect(await totals(owner)).toEqual([5, 1]);
    await late('commit');
    expect(await totals(owner)).toEqual([15, 1]);
    await early('commit');
    expect(await totals(owner)).toEqual([17, 1]);
    await lost('rollback');
    expect(await totals(owner)).toEqual([17, 1]);
    await remove(pool, owner);
    expect((await totals(owner))[0]).toBe(16);
  });

  test('is not counted again until its rows change, and without filters not even then', async () => {
    const [owner, other] = [await app.seed.owner(), await app.seed.owner()];
    const { pool } = app.services.db;
    await insert(pool, owner, 3);
    expect(await totals(owner)).toEqual([3, 0]);
    // Rows that no trigger reports: only counting can find them.
    await pool.query('alter table contacts disable trigger report_created');
    await insert(pool, owner, 4, 'B');
    await pool.query('alter table contacts enable trigger report_created');
    await insert(pool, other, 2);
    await pool.query(
      `insert into calendar_events (workspace_id, id, title, starts_at, ends_at, timezone, status, created_at, updated_at)
       values ($1, uuidv7(), 'Visit', now(), now() + interval '1 hour', 'UTC', 'SCHEDULED', now(), now())`,
      [owner.workspaceId],
    );
    expect(await totals(owner)).toEqual([3, 0]);
    expect(await totals(other)).toEqual([2, 0]);
    await insert(pool, owner);
    expect(await totals(owner)).toEqual([4, 4]);
  });

  test('is that of the snapshot in which it is read', async () => {
    const owner = await app.seed.owner();
    const { db } = app.services;
    await insert(db.pool, owner, 3);
    const { workspaceId } = owner;
    const before = await db.readSnapshot(workspaceId);
    await insert(db.pool, owner, 3);
    expect(await totals(owner)).toEqual([6, 0]);
    const scope = { workspaceId, sql: before.within(workspaceId), cursorKey: 'key' };
    const { pagination } = await listRecords(scope, contacts, { limit: 1 }, allFields);
    expect(pagination.total).toBe(3);
    before.close();
    expect(await totals(owner)).toEqual([6, 0]);
  });

  test('equals a recount, whatever many transactions do at the same time', async () => {
    const owner = await app.seed.owner();
    const { pool } = app.services.db;
    await insert(pool, owner, 20);
    let writes = 4;
    const write = async (seed: number) => {
      for (let step = 0; step < 40; step++) {
        const end = await open(async (client) => {
          const work = [insert, move, remove][(seed * 7 + step * 5) % 3] ?? insert;
          await work(client, owner);
          if (step % 4 === 0) await insert(client, owner, step);
        });
        await end((seed + step) % 5 === 0 ? 'rollback' : 'commit');
      }
      writes--;
    };
    const read = async () => {
      let last: Totals = [0, 0];
      while (writes > 0) last = await totals(owner);
      return last;
    };
    await Promise.all([...[1, 2, 3, 4].map(write), read(), read()]);
    const { rows } = await pool.query(
      `select count(*)::int as "all", (count(*) filter (where company = 'B'))::int as part from contacts where workspace_id = $1`,
      [owner.workspaceId],
    );
    expect(await totals(owner)).toEqual([rows[0]?.all, rows[0]?.part]);
  });
});

test('conditions that are long are not remembered, so that requests cannot fill the memory', () => {
  const conditions = (company: string) => ({
    where: ['r.workspace_id = $1', 'r.company = $2'],
    values: ['w', company],
  });
  expect(TotalOfList.of('contacts', conditions('A'))).not.toBeNull();
  expect(TotalOfList.of('contacts', conditions('A'.repeat(1_000)))).toBeNull();
});

test('a table whose totals are known reports each of its changes', async () => {
  const { rows } = await app.services.db.pool.query<{ table: string }>(
    `select c.relname as "table" from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgname like 'report\\_%' and t.tgenabled = 'O' group by 1 having count(*) = 3 order by 1`,
  );
  const tables = rows.map(({ table }) => table);
  expect(tables).toEqual(expect.arrayContaining(Object.keys(reportedTables)));
});

test('the total of a list without a feed follows each change of what it is filtered by', async () => {
  const { workspaceId, token } = await app.seed.owner();
  const { pool } = app.services.db;
  const total = async (filter = '') => {
    const { body } = await app.rest(`GET /workspaces/${workspaceId}/inbox/unrouted?limit=1${filter}`, { as: token });
    return body.pagination.total;
  };
  const both = async () => [await total(), await total('&channel=sms')];
  expect(await both()).toEqual([0, 0]);
  await pool.query(
    `insert into unrouted_messages (workspace_id, id, message_id, channel, sender, body, received_at, created_at, updated_at)
     select $1, uuidv7(), 'message' || n, 'sms', '+3460000000' || n, 'Hello', now(), now(), now() from generate_series(1, 3) n`,
    [workspaceId],
  );
  expect(await both()).toEqual([3, 3]);
  const one = 'ctid in (select ctid from unrouted_messages where workspace_id = $1 limit 1)';
  await pool.query(`update unrouted_messages set channel = 'whatsapp' where ${one}`, [workspaceId]);
  expect(await both()).toEqual([3, 2]);
  await pool.query(`delete from unrouted_messages where workspace_id = $1 and channel = 'sms'`, [workspaceId]);
  expect(await both()).toEqual([1, 0]);
});

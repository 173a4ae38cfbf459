import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { createListener, type Listener } from '../../src/platform/database/listener.js';
import { createLog } from '../../src/platform/log.js';
import { claimSql, claimValues, dueSql, nextClaim } from '../../src/platform/work/claims.js';
import { watchClaims } from '../../src/platform/work/watch-claims.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { testPool } from '../support/test-pool.js';
import { waitFor } from '../support/wait-for.js';

const table = { name: 'work', id: 'id' };
const log = createLog({ level: 'fatal' });

let database: TestDatabase;
let sql: pg.Pool;
let listener: Listener;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = testPool(database.url);
  await sql.query(`create table work (workspace_id uuid, id uuid primary key, due_at timestamptz, worker_id uuid,
    fence integer not null default 0)`);
  listener = createListener(database.url, log);
});

afterAll(async () => {
  await listener.close();
  await sql.end();
  await database.drop();
});

beforeEach(async () => {
  await sql.query('truncate work; truncate workers');
});

/** A worker by its lease alone. */
async function lease(seconds = 3_600): Promise<string> {
  const id = randomUUID();
  const text = `insert into workers (id, lease_until)
    values ($1, now() + make_interval(secs => $2))`;
  await sql.query(text, [id, seconds]);
  return id;
}

const workspace = randomUUID();

/** Work that is due, claimed or not. */
async function due(count: number, workerId: string | null = null, workspaceId = workspace): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into work (workspace_id, id, due_at, worker_id)
     select $3, gen_random_uuid(), now(), $2 from generate_series(1, $1) returning id`,
    [count, workerId, workspaceId],
  );
  await sql.query("select pg_notify('work', '')");
  return rows.map(({ id }) => id);
}

interface Item {
  workspaceId: string;
  id: string;
  fence: number;
}

/** Does work until it is stopped. */
function watch(workerId: string, work: (item: Item) => Promise<void>, atOnce = 5) {
  const text = `with due as (${dueSql(table)}) update work w set ${claimSql} from due where w.id = due.id
    returning w.workspace_id as "workspaceId", w.id, w.fence`;
  return watchClaims<Item>({
    listener,
    channel: 'work',
    what: 'work',
    log,
    now: () => new Date(),
    workerId,
    sql,
    due: table,
    atOnce,
    claim: async (claimant) => (await sql.query<Item>(text, claimValues(claimant))).rows,
    idOf: ({ id }) => id,
    workspaceOf: ({ workspaceId }) => workspaceId,
    work: (item) => work(item),
  });
}

const finish = async ({ id, fence }: Item) =>
  void (await sql.query('delete from work where id = $1 and fence = $2', [id, fence]));
const left = async () => (await sql.query('select from work')).rowCount;

describe('work that is claimed', () => {
  test('is done once, however many look, and by one that is slow to its end', async () => {
    const done: string[] = [];
    const slow = Promise.withResolvers<void>();
    const doing = async (until: Promise<void> | null, item: Item) => {
      done.push(item.id);
      await until;
      await finish(item);
    };
    const first = await due(40);
    const slowOne = watch(await lease(), (item) => doing(slow.promise, item));
    await waitFor(() => done.length === 5);
    const others = [await lease(), await lease()].map((id) => watch(id, (item) => doing(null, item)));
    await waitFor(async () => (await left()) === 5);
    const later = await due(10);
    await waitFor(async () => (await left()) === 5);
    slow.resolve();
    await waitFor(async () => (await left()) === 0);
    for (const { stop } of [slowOne, ...others]) await stop();
    expect(done.sort()).toEqual([...first, ...later].sort());
  });

  test('is taken over from a worker that is gone, by itself, as soon as its lease has passed', async () => {
    const dead = await lease(1);
    const ids = await due(3, dead);
    const done: [id: string, alive: number | null][] = [];
    const { stop } = watch(await lease(), async (item) => {
      done.push([item.id, (await sql.query('select from workers where id = $1', [dead])).rowCount]);
      await finish(item);
    });
    await waitFor(async () => (await sql.query('delete from workers where lease_until < now()')).rowCount === 1);
    await waitFor(() => done.length === 3);
    await stop();
    expect(done.sort()).toEqual(ids.sort().map((id) => [id, 0]));
  });

  test('is found where its claim was never heard of, and left alone for a while where it failed', async () => {
    const workerId = await lease(1);
    const [unheard] = await due(1, workerId);
    const done: string[] = [];
    const { stop } = watch(workerId, async (item) => {
      done.push(item.id);
      if (item.id === unheard) await finish(item);
      else throw new Error('It went wrong.');
    });
    await waitFor(() => done.length === 1);
    const failing = await due(2);
    await waitFor(() => done.length === 3);
    const [another] = await due(1);
    await waitFor(() => done.length === 4);
    await stop();
    expect(done.sort()).toEqual([unheard, ...failing, another].sort());
  });

  test('of one workspace takes at most half of the places, so that work of others begins at once', async () => {
    const began: string[] = [];
    const end = Promise.withResolvers<void>();
    const { stop } = watch(await lease(), async (item) => {
      began.push(item.workspaceId);
      await end.promise;
      await finish(item);
    });
    await due(40);
    await waitFor(() => began.length === 5);
    const others = [randomUUID(), randomUUID()];
    for (const id of others) await due(1, null, id);
    await waitFor(() => others.every((id) => began.includes(id)));
    expect(began.filter((id) => id === workspace)).toHaveLength(5);
    end.resolve();
    await waitFor(async () => (await left()) === 0);
    await stop();
  });

  test('nobody looks for work that may not be taken yet', async () => {
    const alone = { ...table, only: 'not exists (select from work o where o.due_at < t.due_at)' };
    await due(1, await lease());
    await due(1);
    const at = new Date(Date.now() + 1_000);
    expect(await nextClaim(sql, table, at)).toBeLessThanOrEqual(at.getTime());
    expect(await nextClaim(sql, alone, at)).toBeGreaterThan(at.getTime());
    await sql.query('update work set due_at = null where worker_id is not null');
    expect(await nextClaim(sql, alone, at)).toBeLessThanOrEqual(at.getTime());
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { HeldExecutions } from '../../../../src/contexts/automation/executions/queue/held-executions.js';
import { releaseExecutionsSql } from '../../../../src/contexts/automation/executions/store/held-executions.sql.js';
import { type Database, openDatabase } from '../../../../src/platform/database/database.js';
import { acquireLease } from '../../../../src/platform/work/acquire-lease.js';
import { waitFor } from '../../../support/wait-for.js';
import { createEventLog, type EventLog, log } from './event-log.js';

let events: EventLog;
let db: Database;

beforeAll(async () => {
  events = await createEventLog();
  const { options } = events.pool;
  db = await openDatabase({ url: options.connectionString as string, entities: [], poolSize: 8 });
});

afterAll(async () => {
  await db.close();
  await events.close();
});

/** An execution that a worker has claimed, according to the database. */
async function claimed(workerId: string): Promise<string> {
  const { executionId } = await events.run();
  await events.pool.query(`update execution_claims set worker_id = $2, fence = 1 where execution_id = $1`, [
    executionId,
    workerId,
  ]);
  return executionId;
}

async function stateOf(executionId: string) {
  const { rows } = await events.pool.query(
    `select worker_id as worker, fence, ready_at is not null as queued from execution_claims where execution_id = $1`,
    [executionId],
  );
  return rows[0];
}

const queued = { worker: null, fence: 2, queued: true };
const leaseSeconds = 3;

/** A lease of a worker that drives these executions. */
async function lease(workerId: string, drivenHere: string[] = [], database = db) {
  const held = new HeldExecutions(database.pool, workerId, new Map(), new Map(drivenHere.map((id) => [id, true])));
  return acquireLease({
    db: database,
    log,
    workerId,
    leaseSeconds,
    release: (leaving) => held.release(leaving),
    maintain: () => held.maintain(),
  });
}

describe('the lease of a worker', () => {
  test('takes over the executions of a worker without a lease', async () => {
    const lost = await claimed(uuidv7());
    const other = await lease(uuidv7());
    await waitFor(async () => (await stateOf(lost)).queued);
    expect(await stateOf(lost)).toEqual(queued);
    await other.end();
  });

  test('leaves an execution that a living worker has claimed since the leases were read', async () => {
    const id = await claimed(uuidv7());
    const living = uuidv7();
    const other = await events.pool.connect();
    await other.query('begin');
    await other.query(`insert into workers (id, lease_until) values ($1, now() + interval '1 minute')`, [living]);
    await other.query('update execution_claims set worker_id = $2, fence = fence + 2 where execution_id = $1', [
      id,
      living,
    ]);
    const held = new HeldExecutions(events.pool, uuidv7(), new Map(), new Map());
    const released = held.release(null);
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '/* reap_executions */%'`;
    await waitFor(async () => (await db.pool.query(waiting)).rowCount === 1);
    await other.query('commit');
    other.release();
    await released;
    expect(await stateOf(id)).toEqual({ worker: living, fence: 3, queued: false });
  });

  test('cancels an execution that began while its workspace was deleted', async () => {
    const workerId = uuidv7();
    const orphan = await claimed(workerId);
    const known = await claimed(workerId);
    const foreign = uuidv7();
    await events.pool.query('update executions set workspace_id = $2 where id = $1', [orphan, foreign]);
    await events.pool.query('update execution_claims set workspace_id = $2 where execution_id = $1', [orphan, foreign]);
    await events.pool.query(releaseExecutionsSql, [workerId, [orphan, known], [1, 1]]);
    expect(await stateOf(orphan)).toBeUndefined();
    expect(await stateOf(known)).toEqual(queued);
    const { rows } = await events.pool.query('select status from executions where id = $1', [orphan]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
  });

  test('counts a worker that died with an execution, and not one that released it in order', async () => {
    const takeovers = async (id: string) =>
      (await events.pool.query('select takeovers from execution_claims where execution_id = $1', [id])).rows[0]
        ?.takeovers;
    const workerId = uuidv7();
    const left = await claimed(workerId);
    const lost = await claimed(uuidv7());
    const own = await lease(workerId, [left]);
    await waitFor(async () => (await takeovers(lost)) === 1);
    await own.end();
    expect(await stateOf(left)).toEqual(queued);
    expect(await takeovers(left)).toBe(0);
  });

  test('lives on while all other connections are taken', async () => {
    const workerId = uuidv7();
    const own = await lease(workerId);
    const held = await claimed(workerId);
    const other = await openDatabase({ url: events.pool.options.connectionString as string, entities: [] });
    const watching = await lease(uuidv7(), [], other);
    const leasedUntil = async (): Promise<number> =>
      (await events.pool.query('select lease_until from workers where id = $1', [workerId])).rows[0]?.lease_until;
    const before = await leasedUntil();
    // The pool of the first one has five.
    const taken = await Promise.all(Array.from({ length: 5 }, () => db.pool.connect()));
    await waitFor(async () => (await leasedUntil()) - before > leaseSeconds * 1_000);
    expect(own.alive()).toBe(true);
    expect(await stateOf(held)).toMatchObject({ worker: workerId, fence: 1 });
    for (const client of taken) client.release();
    await watching.end();
    await other.close();
    await own.end();
  });

  test('releases at its end what its worker still holds', async () => {
    const workerId = uuidv7();
    const executionId = await claimed(workerId);
    const own = await lease(workerId, [executionId]);
    await own.end();
    expect(await stateOf(executionId)).toEqual(queued);
    expect((await events.pool.query('select from workers where id = $1', [workerId])).rowCount).toBe(0);
  });

  test('releases what belongs to its worker according to the database and is not driven there', async () => {
    const workerId = uuidv7();
    const executionId = await claimed(workerId);
    const driven = await claimed(workerId);
    const own = await lease(workerId, [driven]);
    await waitFor(async () => (await stateOf(executionId)).queued);
    expect(await stateOf(executionId)).toEqual(queued);
    expect(await stateOf(driven)).toEqual({ worker: workerId, fence: 1, queued: false });
    await own.end();
  });

  test('stops the driver of a lost execution, and not one that claimed it again while the database was asked', async () => {
    const workerId = uuidv7();
    const ids = [await claimed(uuidv7()), await claimed(workerId)];
    const stopped: string[] = [];
    const driver = (id: string, fence: number) => ({
      run: { id, fence },
      abandon: () => stopped.push(`${id} ${fence}`),
    });
    const drivers = new Map(ids.map((id) => [id, driver(id, 1)]));
    const held = new HeldExecutions(db.pool, workerId, drivers, drivers);
    const taken = await Promise.all(Array.from({ length: 5 }, () => db.pool.connect()));
    const maintaining = held.maintain();
    const [lost, again] = ids as [string, string];
    await events.pool.query('update execution_claims set fence = 2 where execution_id = $1', [again]);
    drivers.set(again, driver(again, 2));
    for (const client of taken) client.release();
    await maintaining;
    expect(stopped).toEqual([`${lost} 1`]);
  });

  test('leaves an execution that was claimed again while it was being released', async () => {
    const workerId = uuidv7();
    const executionId = await claimed(workerId);
    await events.pool.query('update execution_claims set fence = 2 where execution_id = $1', [executionId]);
    await events.pool.query(releaseExecutionsSql, [workerId, [executionId], [1]]);
    expect(await stateOf(executionId)).toEqual({ worker: workerId, fence: 2, queued: false });
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import {
  acquireLease,
  requeueLostExecutions,
} from '../../../../src/contexts/automation/executions/claim/acquire-lease.js';
import { releaseExecutionsSql } from '../../../../src/contexts/automation/executions/claim/worker-lease.sql.js';
import { type Database, openDatabase } from '../../../../src/platform/database/database.js';
import { waitFor } from '../../../support/wait-for.js';
import { createEventLog, type EventLog, log } from './event-log.js';

let events: EventLog;
let db: Database;

beforeAll(async () => {
  events = await createEventLog();
  const { options } = events.pool;
  db = await openDatabase({ url: options.connectionString as string, entities: [], poolSize: 5 });
});

afterAll(async () => {
  await db.close();
  await events.close();
});

/** A run that a worker has claimed, by the database. */
async function claimed(workerId: string): Promise<string> {
  const { executionId } = await events.run();
  await events.pool.query(`update executions set worker_id = $2, phase = 'active', fence = 1 where id = $1`, [
    executionId,
    workerId,
  ]);
  return executionId;
}

async function stateOf(executionId: string) {
  const { rows } = await events.pool.query(
    `select phase, worker_id as worker, fence, (select count(*)::int from graphile_worker._private_jobs
       where payload ->> 'executionId' = e.id::text and attempts < max_attempts and locked_at is null) as jobs
     from executions e where id = $1`,
    [executionId],
  );
  return rows[0];
}

const queued = { phase: 'queued', worker: null, fence: 2, jobs: 1 };

/** A lease of a worker that has these executions in hand. */
async function lease(
  workerId: string,
  { drivenHere = [], pool = 'pool' }: { drivenHere?: string[]; pool?: string } = {},
) {
  const held = new Map(drivenHere.map((id) => [id, true]));
  return acquireLease({
    db,
    log,
    workerId,
    poolId: pool,
    drivers: new Map(),
    drivenHere: held,
    concurrency: 1,
    leaseSeconds: 3,
  });
}

describe('a lease', () => {
  test('takes over the runs of a worker that no row tells of', async () => {
    const lost = await claimed(uuidv7());
    const other = await lease(uuidv7());
    await waitFor(async () => (await stateOf(lost)).jobs === 1);
    expect(await stateOf(lost)).toEqual(queued);
    await other.release();
  });

  test('counts who died with a run, and nobody who left it in order', async () => {
    const takeovers = async (id: string) =>
      (await events.pool.query('select takeovers from executions where id = $1', [id])).rows[0]?.takeovers;
    const workerId = uuidv7();
    const left = await claimed(workerId);
    const lost = await claimed(uuidv7());
    const own = await lease(workerId, { drivenHere: [left] });
    await waitFor(async () => (await takeovers(lost)) === 1);
    await own.release();
    expect(await stateOf(left)).toEqual(queued);
    expect(await takeovers(left)).toBe(0);
  });

  test('lives on while all other connections are taken', async () => {
    const workerId = uuidv7();
    const own = await lease(workerId);
    const held = await claimed(workerId);
    const other = await openDatabase({ url: events.pool.options.connectionString as string, entities: [] });
    const watching = await acquireLease({
      ...{ db: other, log, workerId: uuidv7(), poolId: 'watching', concurrency: 1 },
      ...{ drivers: new Map(), drivenHere: new Map() },
    });
    // The pool of the first one has five.
    await Promise.all(Array.from({ length: 5 }, () => db.pool.query('select pg_sleep(4.5)')));
    expect(own.alive()).toBe(true);
    expect(await stateOf(held)).toMatchObject({ worker: workerId, fence: 1 });
    await watching.release();
    await other.close();
    await own.release();
  });

  test('gives back on release what its worker still holds', async () => {
    const workerId = uuidv7();
    const executionId = await claimed(workerId);
    const own = await lease(workerId, { drivenHere: [executionId] });
    await own.release();
    expect(await stateOf(executionId)).toEqual(queued);
    expect((await events.pool.query('select from workers where id = $1', [workerId])).rowCount).toBe(0);
  });

  test('gives back what it holds by the database and nobody here drives', async () => {
    const workerId = uuidv7();
    const executionId = await claimed(workerId);
    const driven = await claimed(workerId);
    const own = await lease(workerId, { drivenHere: [driven] });
    await waitFor(async () => (await stateOf(executionId)).jobs === 1);
    expect(await stateOf(executionId)).toEqual(queued);
    expect(await stateOf(driven)).toEqual({ phase: 'active', worker: workerId, fence: 1, jobs: 0 });
    await own.release();
  });

  test('leaves a run that was claimed anew while it was being given back', async () => {
    const workerId = uuidv7();
    const executionId = await claimed(workerId);
    await events.pool.query('update executions set fence = 2 where id = $1', [executionId]);
    await events.pool.query(releaseExecutionsSql, [workerId, [executionId], [1]]);
    expect(await stateOf(executionId)).toEqual({ phase: 'active', worker: workerId, fence: 2, jobs: 0 });
  });

  test('unlocks jobs that its queue was given and never heard of, and those of dead queues', async () => {
    const add = async (lockedBy: string, seconds: number) => {
      const { executionId } = await events.run();
      await events.pool.query(
        `with job as (select (graphile_worker.add_job('run', json_build_object('executionId', $1::text))).id)
         select id from job`,
        [executionId],
      );
      await events.pool.query(
        `update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - make_interval(secs => $3)
         where payload ->> 'executionId' = $1`,
        [executionId, lockedBy, seconds],
      );
      return executionId;
    };
    const lost = await add('pool-a', 10);
    const drivenHere = await add('pool-b', 10);
    const young = await add('pool-b', 0);
    const dead = await add('pool-dead', 10);
    const a = await lease(uuidv7(), { pool: 'pool-a' });
    const b = await lease(uuidv7(), { pool: 'pool-b', drivenHere: [drivenHere] });
    await waitFor(async () => (await stateOf(lost)).jobs === 1 && (await stateOf(dead)).jobs === 1);
    expect((await stateOf(drivenHere)).jobs).toBe(0);
    expect((await stateOf(young)).jobs).toBe(0);
    await a.release();
    await b.release();
  });
});

describe('runs that no job will wake', () => {
  test('get a new one: waiting runs past their time, and queued ones whose attempts are used up', async () => {
    const overdue = (await events.run()).executionId;
    const early = (await events.run()).executionId;
    const usedUp = (await events.run()).executionId;
    const fine = (await events.run()).executionId;
    const ended = (await events.run()).executionId;
    const set = (id: string, change: string) =>
      events.pool.query(`update executions set created_at = now() - interval '1 hour', ${change} where id = $1`, [id]);
    await set(overdue, `phase = 'waiting', resume_at = now() - interval '2 minutes'`);
    await set(early, `phase = 'waiting', resume_at = now() + interval '1 hour'`);
    await set(usedUp, `phase = 'queued'`);
    await set(fine, `phase = 'queued'`);
    await set(ended, `status = 'completed', phase = 'done'`);
    for (const id of [usedUp, fine]) {
      await events.pool.query(`select graphile_worker.add_job('run', json_build_object('executionId', $1::text))`, [
        id,
      ]);
    }
    await events.pool.query(
      `update graphile_worker._private_jobs set attempts = max_attempts where payload ->> 'executionId' = $1`,
      [usedUp],
    );
    await requeueLostExecutions(db, log);
    await requeueLostExecutions(db, log);
    const jobs = await Promise.all([overdue, early, usedUp, fine, ended].map(async (id) => (await stateOf(id)).jobs));
    expect(jobs).toEqual([1, 0, 1, 1, 0]);
    const { rows } = await events.pool.query(
      'select count(*)::int as n from graphile_worker.jobs where attempts >= max_attempts',
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});

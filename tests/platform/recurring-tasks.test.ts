import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { createLog } from '../../src/platform/log.js';
import { type RecurringTask, watchRecurringTasks } from '../../src/platform/work/recurring-tasks.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { testPool } from '../support/test-pool.js';
import { waitFor } from '../support/wait-for.js';

let database: TestDatabase;
let pool: pg.Pool;
const running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = testPool(database.url);
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((watch) => watch.stop()));
  await pool.query('delete from recurring_tasks');
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A worker that lives, with these tasks. */
async function startWorker(...tasks: RecurringTask[]): Promise<string> {
  const workerId = uuidv7();
  await pool.query(`insert into workers (id, lease_until) values ($1, now() + interval '1 hour')`, [workerId]);
  running.push(watchRecurringTasks({ sql: pool, log: createLog({ level: 'fatal' }), workerId, tasks }));
  return workerId;
}

async function rowOf(name: string): Promise<{ worker: string | null; fence: number; isDue: boolean } | undefined> {
  const { rows } = await pool.query(
    'select worker_id as worker, fence, due_at <= now() as "isDue" from recurring_tasks where name = $1',
    [name],
  );
  return rows[0];
}

const hour = 3_600_000;

describe('a recurring task', () => {
  test('is done by one of several workers, and again when its time has come', async () => {
    let passes = 0;
    const task = { name: 'count', everyMs: hour, work: async () => void passes++ };
    await Promise.all([startWorker(task), startWorker(task), startWorker(task)]);
    const first = { worker: null, fence: 1, isDue: false };
    await waitFor(async () => isDeepStrictEqual(await rowOf('count'), first));
    expect(passes).toBe(1);
    await pool.query(`update recurring_tasks set due_at = now() - interval '1 second' where name = 'count'`);
    await waitFor(async () => passes === 2 && (await rowOf('count'))?.worker === null);
    expect(await rowOf('count')).toEqual({ worker: null, fence: 2, isDue: false });
  });

  test('is continued by another worker when the one that did it has died', async () => {
    const stuck = Promise.withResolvers<void>();
    const first = await startWorker({ name: 'long', everyMs: hour, work: () => stuck.promise });
    await waitFor(async () => (await rowOf('long'))?.worker === first);
    let passes = 0;
    await startWorker({ name: 'long', everyMs: hour, work: async () => void passes++ });
    expect(passes).toBe(0);
    await pool.query('delete from workers where id = $1', [first]);
    await waitFor(async () => (await rowOf('long'))?.worker === null);
    expect(passes).toBe(1);
    // What the first one writes at its end has no effect any more.
    const taken = await rowOf('long');
    stuck.resolve();
    await running.shift()?.stop();
    expect(await rowOf('long')).toEqual(taken);
  });

  test('is repeated soon when a pass failed, and does not block other tasks', async () => {
    let passes = 0;
    await startWorker(
      { name: 'fails', everyMs: hour, work: () => Promise.reject(new Error('no')) },
      { name: 'works', everyMs: hour, work: async () => void passes++ },
    );
    await waitFor(async () => (await rowOf('fails'))?.fence === 1 && (await rowOf('fails'))?.worker === null);
    const { rows } = await pool.query(
      `select due_at < now() + interval '1 minute' as soon from recurring_tasks where name = 'fails'`,
    );
    expect(rows).toEqual([{ soon: true }]);
    await waitFor(() => passes === 1);
  });

  test('begins when another that is due has ended, but waits for no long one', async () => {
    const order: string[] = [];
    const short = (name: string): RecurringTask => ({
      name,
      everyMs: hour,
      work: async () => {
        order.push(`${name} begins`);
        await setImmediate();
        order.push(`${name} ends`);
      },
    });
    const stuck = Promise.withResolvers<void>();
    await startWorker(short('a'), { name: 'long', everyMs: hour, work: () => stuck.promise }, short('b'));
    await waitFor(() => order.length === 4);
    const [first, second] = order[0] === 'a begins' ? ['a', 'b'] : ['b', 'a'];
    expect(order).toEqual([`${first} begins`, `${first} ends`, `${second} begins`, `${second} ends`]);
    stuck.resolve();
  });

  test('hears when its process stops', async () => {
    let stopped = false;
    const work = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          stopped = true;
          resolve();
        });
      });
    const workerId = await startWorker({ name: 'patient', everyMs: hour, work });
    await waitFor(async () => (await rowOf('patient'))?.worker === workerId);
    await running.shift()?.stop();
    expect(stopped).toBe(true);
    expect((await rowOf('patient'))?.worker).toBeNull();
  });
});

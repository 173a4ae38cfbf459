import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import type { Sql } from '../../../src/platform/database/database.js';
import { createLog } from '../../../src/platform/log.js';
import { SharedCounter } from '../../../src/platform/rate-limit/shared-counter.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { testPool } from '../../support/test-pool.js';

let database: TestDatabase;
let pool: pg.Pool;
let time: number;
const log = createLog({ level: 'silent' });

beforeAll(async () => {
  database = await createTestDatabase();
  pool = testPool(database.url);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  await pool.query('truncate rate_limits');
  time = Date.parse('2026-11-21T12:00:10.000Z');
});

const opened: SharedCounter[] = [];

function counter(limit: number, sql: Sql = pool): SharedCounter {
  const made = new SharedCounter({ sql, log, now: () => new Date(time), limit });
  opened.push(made);
  return made;
}

// What one of them still writes must not be found by the next test.
afterEach(() => Promise.all(opened.splice(0).map((made) => made.close())));

/** A pool that counts its statements. */
function counting() {
  const seen = { statements: 0 };
  const query = (...args: Parameters<Sql['query']>) => {
    seen.statements++;
    return pool.query(...args);
  };
  return { seen, sql: { query } as Sql };
}

const takes = (of: SharedCounter, key: string, times: number) => Array.from({ length: times }, () => of.take(key));
const allowed = (of: SharedCounter, key: string, times: number) =>
  takes(of, key, times).filter((quotaState) => quotaState.allowed).length;

describe('a counter that processes share', () => {
  test('allows the limit, reports what remains, and resets with the next minute', () => {
    const one = counter(3);
    expect(takes(one, 'a', 4)).toEqual([
      { allowed: true, limit: 3, remaining: 2, resetSeconds: 50, windowSeconds: 60 },
      { allowed: true, limit: 3, remaining: 1, resetSeconds: 50, windowSeconds: 60 },
      { allowed: true, limit: 3, remaining: 0, resetSeconds: 50, windowSeconds: 60 },
      { allowed: false, limit: 3, remaining: 0, resetSeconds: 50, windowSeconds: 60 },
    ]);
    expect(one.refusal('a')).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 50, windowSeconds: 60 });
    expect(one.take('b')).toMatchObject({ allowed: true, remaining: 2 });
    time += 50_000;
    expect(one.refusal('a')).toBeNull();
    expect(one.take('a')).toEqual({ allowed: true, limit: 3, remaining: 2, resetSeconds: 60, windowSeconds: 60 });
  });

  test('makes no query for a single request, and one for all keys when it syncs', async () => {
    const { seen, sql } = counting();
    const one = counter(10_000, sql);
    for (let key = 0; key < 500; key++) takes(one, `key ${key}`, 4);
    expect(seen.statements).toBe(0);
    await one.sync();
    expect(seen.statements).toBe(1);
    await one.sync();
    expect(seen.statements).toBe(1);
    const { rows } = await pool.query('select count(*)::int as keys, sum(points)::int as points from rate_limits');
    expect(rows).toEqual([{ keys: 500, points: 2_000 }]);
  });

  test('includes what other processes counted once both have synced', async () => {
    const [one, other] = [counter(100), counter(100)];
    expect(allowed(one, 'a', 5)).toBe(5);
    expect(allowed(other, 'a', 5)).toBe(5);
    await one.sync();
    await other.sync();
    expect(other.take('a').remaining).toBe(100 - 11);
    expect(allowed(other, 'a', 200)).toBe(89);
    await other.sync();
    one.take('a');
    await one.sync();
    expect(one.take('a').allowed).toBe(false);
  });

  test('syncs by itself before much of the limit is used', async () => {
    const { seen, sql } = counting();
    const one = counter(20, sql);
    takes(one, 'a', 2);
    expect(seen.statements).toBe(1);
    await one.close();
  });

  test('enforces the limit by itself while the database is unavailable, and syncs when it is back', async () => {
    const gone = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' });
    let at: Sql = gone;
    const one = counter(3, { query: (...args: Parameters<Sql['query']>) => at.query(...args) } as Sql);
    expect(allowed(one, 'a', 5)).toBe(3);
    await one.sync();
    expect(one.take('a').allowed).toBe(false);
    at = pool;
    await one.sync();
    const other = counter(3);
    other.take('a');
    await other.sync();
    expect(other.take('a').allowed).toBe(false);
    await gone.end();
  });

  test('counts each request exactly once, in any order of requests, syncs and minutes', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ take: fc.nat(2), key: fc.constantFrom('a', 'b') }) },
      { weight: 3, arbitrary: fc.record({ sync: fc.nat(2) }) },
      { weight: 1, arbitrary: fc.constant({ minute: true as const }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        await pool.query('truncate rate_limits');
        const counters = [counter(1_000_000), counter(1_000_000), counter(1_000_000)];
        const taken = new Map<string, number>();
        const under: Promise<void>[] = [];
        for (const step of steps) {
          if ('take' in step) {
            counters[step.take]?.take(step.key);
            taken.set(step.key, (taken.get(step.key) ?? 0) + 1);
          } else if ('sync' in step) {
            under.push(counters[step.sync]?.sync() as Promise<void>);
          } else {
            await Promise.all(under);
            time += 60_000;
            taken.clear();
          }
        }
        await Promise.all(under);
        for (const one of counters) await one.close();
        const { rows } = await pool.query('select key, points from rate_limits where expire > $1', [time]);
        expect(new Map(rows.map(({ key, points }) => [key, points]))).toEqual(taken);
      }),
      { numRuns: 60 },
    );
  });
});

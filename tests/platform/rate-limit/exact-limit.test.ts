import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { toAppError } from '../../../src/platform/errors/errors.js';
import { BruteForceLimiter } from '../../../src/platform/rate-limit/brute-force-limiter.js';
import { ExactLimit } from '../../../src/platform/rate-limit/exact-limit.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { testPool } from '../../support/test-pool.js';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = testPool(database.url);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(() => pool.query('truncate rate_limits'));

/** The limit as another process has it. */
const limitOf = (limit: number, rememberRefused = true) =>
  new ExactLimit({ pool, name: 'tried', limit, windowSeconds: 900, rememberRefused });

describe('an exact limit', () => {
  test('is never exceeded, even by concurrent processes', async () => {
    const processes = [limitOf(30), limitOf(30), limitOf(30)];
    const standings = await Promise.all(
      Array.from({ length: 150 }, (_, index) => (processes[index % 3] as ExactLimit).take('a')),
    );
    expect(standings.filter((quotaState) => quotaState.allowed)).toHaveLength(30);
    expect(standings.find((quotaState) => !quotaState.allowed)).toMatchObject({ limit: 30, remaining: 0 });
    expect(await limitOf(30).take('b')).toEqual({
      allowed: true,
      limit: 30,
      remaining: 29,
      resetSeconds: 900,
      windowSeconds: 900,
    });
  });

  test('resets when its window has ended', async () => {
    const limit = limitOf(1);
    expect(await limit.take('a')).toMatchObject({ allowed: true, remaining: 0 });
    expect((await limitOf(1).take('a')).allowed).toBe(false);
    await pool.query('update rate_limits set expire = expire - 900000');
    expect((await limitOf(1).take('a')).allowed).toBe(true);
  });

  test('allows nothing while the database is unavailable', async () => {
    const gone = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' });
    const limit = new ExactLimit({ pool: gone, name: 'tried', limit: 5, windowSeconds: 60 });
    const failure = await limit.take('a').catch((error: Error) => error);
    expect(toAppError(failure)?.code).toBe('UNAVAILABLE');
    await gone.end();
  });
});

describe('a limit of wrong guesses', () => {
  const attempts = () => new BruteForceLimiter(limitOf(10, false), 'More than 10 wrong guesses');
  /** The results of concurrent guesses, distributed over two processes. */
  async function attempt(times: number, attempt: () => Promise<string | null>): Promise<Record<string, number>> {
    const processes = [attempts(), attempts()];
    const counts: Record<string, number> = {};
    await Promise.all(
      Array.from({ length: times }, async (_, index) => {
        const outcome = await (processes[index % 2] as BruteForceLimiter).attempt('ann@example.com', attempt).then(
          (result) => result ?? 'wrong',
          (error: { code?: string; message: string }) => error.code ?? error.message,
        );
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      }),
    );
    return counts;
  }

  test('allows ten wrong ones, and no correct one after them', async () => {
    expect(await attempt(40, async () => null)).toEqual({ wrong: 10, RATE_LIMITED: 30 });
    expect(await attempt(1, async () => 'right')).toEqual({ RATE_LIMITED: 1 });
    expect(await attempts().attempt('bob@example.com', async () => 'right')).toBe('right');
    const { rows } = await pool.query('select key, points from rate_limits order by points');
    expect(rows.map(({ points }) => points)).toEqual([0, 10]);
    expect(JSON.stringify(rows)).not.toContain('ann@example.com');
  });

  test('never refuses correct ones, even if concurrent', async () => {
    expect(await attempt(9, async () => null)).toEqual({ wrong: 9 });
    await pool.query('truncate rate_limits');
    expect(await attempt(60, async () => 'right')).toEqual({ right: 60 });
    expect((await pool.query('select points from rate_limits')).rows).toEqual([{ points: 0 }]);
  });

  test('does not count attempts that failed for another reason', async () => {
    const failing = async () => {
      throw new Error('away');
    };
    expect(await attempt(30, failing)).toEqual({ away: 30 });
    expect(await attempt(1, async () => 'right')).toEqual({ right: 1 });
  });

  test('reports how long to wait', async () => {
    await attempt(10, async () => null);
    await expect(attempts().attempt('ann@example.com', async () => 'right')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: 900,
      message: 'More than 10 wrong guesses. Retry in 900 seconds.',
    });
  });
});

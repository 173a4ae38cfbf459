import { setTimeout as delay } from 'node:timers/promises';
import { isConflict } from '../errors/database-errors.js';
import type { Sql } from './sql.js';

/** Attempts in total, and maximum milliseconds before the second one; each further pause is twice as long. */
const triesAtMost = 6;
const firstPauseMs = 20;

/**
 * The one place that repeats what Postgres aborted because of a conflict: deadlocks and serialization failures.
 * Everything was rolled back, so it is retried after a random pause, a few times; then the last error is thrown.
 * @param transact one whole transaction from begin to commit, or a single statement; its side effects outside the
 * database must be repeatable
 */
export async function retryConflicts<T>(transact: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact();
    } catch (error) {
      if (tries >= triesAtMost || !isConflict(error)) throw error;
    }
    await delay(Math.random() * firstPauseMs * 2 ** (tries - 1));
  }
}

/** Makes a pool repeat its statements after conflicts: each statement sent to a pool is a transaction by itself. */
export function retryStatements<Pool extends Sql>(pool: Pool): Pool {
  const send = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const query = (...args: unknown[]) =>
    // A callback could be called only once.
    typeof args.at(-1) === 'function' ? send(...args) : retryConflicts(() => send(...args));
  return Object.assign(pool, { query });
}

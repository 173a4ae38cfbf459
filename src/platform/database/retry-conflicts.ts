import { setTimeout as delay } from 'node:timers/promises';
import { isConflict } from './database-errors.js';
import type { Sql } from './sql.js';

/** Tries in all, and milliseconds before the second one at most; each further pause is twice as long. */
const triesAtMost = 6;
const firstPauseMs = 20;

/**
 * The one place that repeats what Postgres broke off so that others could go on: deadlocks and serialization failures.
 * Nothing of it was kept, so it begins anew after a pause of random length, a few times; then it fails as it failed.
 * @param transact one whole transaction from its begin to its commit, or a statement that is one by itself; what it does
 * beside the database must bear to be done again
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

/** Has a pool repeat its statements so: sent to a pool, each one is a transaction by itself. */
export function retryStatements<Pool extends Sql>(pool: Pool): Pool {
  const send = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const query = (...args: unknown[]) =>
    // Its callback could be called once only.
    typeof args.at(-1) === 'function' ? send(...args) : retryConflicts(() => send(...args));
  return Object.assign(pool, { query });
}

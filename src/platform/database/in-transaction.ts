import type pg from 'pg';
import { retryConflicts } from './retry-conflicts.js';

/** Runs `work` in one transaction on a connection of the pool, repeating it after a conflict. */
export function transactionOn<T>(pool: Pick<pg.Pool, 'connect'>, work: (sql: pg.PoolClient) => Promise<T>): Promise<T> {
  return retryConflicts(async () => inTransaction(await pool.connect(), work));
}

/**
 * Runs `work` between begin and commit and releases the connection; one that cannot roll back is closed.
 * @param begin the statements that begin the transaction
 */
export async function inTransaction<T>(
  client: pg.PoolClient,
  work: (sql: pg.PoolClient) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

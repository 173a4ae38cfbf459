import type pg from 'pg';
import { retryConflicts } from './retry-conflicts.js';

/** A statement that a transaction sends together with its commit: on a pipelined connection, no round trip of its own. */
export interface WithCommit {
  statement: pg.QueryConfig;
  /** Called with the row of the statement, after the commit. */
  committed(row: unknown): void;
}

/** Runs `work` in one transaction on a connection of the pool, repeating it after a conflict. */
export function transactionOn<T>(pool: Pick<pg.Pool, 'connect'>, work: (sql: pg.PoolClient) => Promise<T>): Promise<T> {
  return retryConflicts(async () => inTransaction(await pool.connect(), work));
}

/**
 * Runs `work` between begin and commit and releases the connection; one that cannot roll back is closed.
 * @param begin the statements that begin the transaction
 * @param last what is sent with its commit
 */
export async function inTransaction<T>(
  client: pg.PoolClient,
  work: (sql: pg.PoolClient) => Promise<T>,
  begin = 'begin',
  last?: WithCommit,
): Promise<T> {
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    const [read] = await Promise.all([last && client.query(last.statement), client.query('commit')]);
    if (read) last?.committed(read.rows[0]);
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

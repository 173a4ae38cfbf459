import pg from 'pg';
import { connectionConfig } from '../../platform/database/connection-config.js';
import { retryStatements } from '../../platform/database/retry-conflicts.js';

/** Runs `work` with connections to a database, and closes them. */
export async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = retryStatements(new pg.Pool({ ...connectionConfig(url), max: 2 }));
  // A statement reports its own error.
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

import type pg from 'pg';
import { connectionConfig } from '../../platform/database/connection-config.js';
import { openPool } from '../../platform/database/open-pool.js';

/** Runs `work` with connections to a database, and closes them. */
export async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool({ ...connectionConfig(url), max: 2 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

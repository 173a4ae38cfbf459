import pg from 'pg';
import { retryStatements } from './retry-conflicts.js';

/**
 * A pool whose statements are repeated after conflicts. A connection that breaks, idle or inside of a transaction, fails its own
 * statements only: without these listeners it would end the process.
 */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = retryStatements(new pg.Pool(config));
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

import pg from 'pg';

/**
 * A pool of a test's own. A connection that is just being closed may be told by Postgres that its database was dropped: without a listener
 * that would end the whole test worker.
 */
export function testPool(url: string, options: pg.PoolConfig = {}): pg.Pool {
  return new pg.Pool({ connectionString: url, ...options }).on('error', () => undefined);
}

import pg from 'pg';

/**
 * A pool for one test. Postgres may report on a closing connection that its database was dropped; without a listener that
 * error would end the whole test worker.
 */
export function testPool(url: string, options: pg.PoolConfig = {}): pg.Pool {
  return new pg.Pool({ connectionString: url, ...options }).on('error', () => undefined);
}

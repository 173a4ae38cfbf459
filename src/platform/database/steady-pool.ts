import type pg from 'pg';
import { isDatabaseAway } from './database-errors.js';
import { outlast } from './outlast.js';

/**
 * A pool for a library that ends itself, or the process, when the database goes away for a moment: its statements wait
 * until the database is there again. Only for statements that may be sent twice. Connections that are asked for by
 * callback, as for LISTEN, are the pool's own, and transactions are not repeated.
 *
 * @param isStopped from when it is true, what fails so is never answered
 */
export function steadyPool(pool: pg.Pool, isStopped: () => boolean): pg.Pool {
  const connect = (callback?: Parameters<pg.Pool['connect']>[0]) =>
    callback ? pool.connect(callback) : steadyClient(pool, isStopped);
  return new Proxy(pool, {
    get: (target, key) => {
      if (key === 'connect') return connect;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

async function steadyClient(pool: pg.Pool, isStopped: () => boolean): Promise<pg.PoolClient> {
  let client: pg.PoolClient | null = await persist(() => pool.connect(), isStopped);
  let inTransaction = false;
  const send = async (args: Parameters<pg.PoolClient['query']>) => {
    client ??= await pool.connect();
    try {
      return await client.query(...args);
    } catch (error) {
      if (isDatabaseAway(error)) {
        client.release(error as Error);
        client = null;
      }
      throw error;
    }
  };
  // Of a client the library uses these two.
  const steady = {
    query(...args: Parameters<pg.PoolClient['query']>) {
      const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: string }).text;
      if (/^\s*begin/i.test(text ?? '')) inTransaction = true;
      return inTransaction ? send(args) : persist(() => send(args), isStopped);
    },
    release() {
      client?.release();
      client = null;
    },
  };
  return steady as unknown as pg.PoolClient;
}

async function persist<T>(act: () => Promise<T>, isStopped: () => boolean): Promise<T> {
  try {
    return await outlast(act, isStopped);
  } catch (error) {
    if (isDatabaseAway(error)) return new Promise(() => undefined);
    throw error;
  }
}

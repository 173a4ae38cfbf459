import type pg from 'pg';
import type { VaultKey } from '../instance-keys.js';
import { requireInstanceKeys } from './require-instance-keys.js';

export interface Rotation {
  pool: pg.Pool;
  /** The instance's keys as they are now: the first wraps, all unwrap. */
  readKeys(): Promise<readonly VaultKey[]>;
  /** Rows at a time. */
  batchSize?: number;
  onProgress?: (progress: Progress) => void;
}

/** How far a part of a rotation is. `total` is what was found at its beginning; online, more can come. */
export interface Progress {
  what: string;
  done: number;
  total: number;
}

/** The least uuid: where to begin in the order of a key. */
export const firstOfAll = '00000000-0000-0000-0000-000000000000';

const lock = 7_301_443;

/**
 * Runs `work` where no other rotation runs, whichever process it would be in.
 * @throws Error where one does, or where a data key is wrapped with an instance key that is not there
 */
export async function asOnlyRotation<T>(
  { pool, readKeys }: Rotation,
  work: (keys: readonly VaultKey[]) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  client.on('error', () => {});
  // A lock of the session: the end of the connection releases it too, however the process dies.
  let unlock = async () => {};
  try {
    const { rows } = await client.query('/* lock_rotation */ select pg_try_advisory_lock($1) as ours', [lock]);
    if (!rows[0]?.ours) throw new Error('Another rotation is running. Wait until it has ended.');
    unlock = async () => void (await client.query('/* unlock_rotation */ select pg_advisory_unlock($1)', [lock]));
    // Read behind the lock: the one before may have added a key.
    const keys = await readKeys();
    // Told before anything is changed, not halfway.
    await requireInstanceKeys(pool, keys, 'VAULT_KEYS');
    return await work(keys);
  } finally {
    await unlock().catch(() => undefined);
    client.release(true);
  }
}

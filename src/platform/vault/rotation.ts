import type pg from 'pg';
import { advisoryLock } from '../database/advisory-lock.js';
import type { VaultKey } from '../instance-keys.js';
import type { InstanceColumn } from './instance-column.js';
import { requireInstanceKeys } from './require-instance-keys.js';

export interface Rotation {
  pool: pg.Pool;
  /** The instance's current keys: the first wraps, all unwrap. */
  readKeys(): Promise<readonly VaultKey[]>;
  /** Columns that the instance's key encrypts itself. */
  instanceColumns?: readonly InstanceColumn[] | undefined;
  /** Rows of one batch. */
  batchSize?: number;
  onProgress?: (progress: Progress) => void;
}

/** Progress of a part of a rotation. `total` was counted at its start; more can be added meanwhile. */
export interface Progress {
  what: string;
  done: number;
  total: number;
}

/** The smallest UUID: where the order of a key begins. */
export const firstOfAll = '00000000-0000-0000-0000-000000000000';

const lock = 7_301_443;

/**
 * Runs `work` unless another rotation is running, in any process.
 * @throws Error if one is, or if the instance key of a data key is missing
 */
export async function asOnlyRotation<T>(
  { pool, readKeys, instanceColumns }: Rotation,
  work: (keys: readonly VaultKey[]) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  client.on('error', () => {});
  // A lock of the session: the end of the connection releases it too, however the process ends.
  let unlock = async () => {};
  try {
    const isOurs = await advisoryLock(client, 'lock_rotation', 'pg_try_advisory_lock', lock);
    if (!isOurs) throw new Error('Another rotation is running. Wait until it has ended.');
    unlock = async () => void (await advisoryLock(client, 'unlock_rotation', 'pg_advisory_unlock', lock));
    // Read after locking: the previous rotation may have added a key.
    const keys = await readKeys();
    // Checked before anything is changed.
    await requireInstanceKeys(pool, keys, 'VAULT_KEYS', instanceColumns);
    return await work(keys);
  } finally {
    await unlock().catch(() => undefined);
    client.release(true);
  }
}

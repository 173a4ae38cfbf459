import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { fromNow, typed } from '../database/typed-sql.js';
import type { VaultKey } from '../instance-keys.js';
import type { EncryptedColumn } from './encrypted-column.js';
import { countStaleTexts, reencryptColumn } from './reencrypt-column.js';
import { replaceDataKeys } from './replace-data-keys.js';
import { asOnlyRotation, type Rotation } from './rotation.js';
import { createVault } from './vault.js';
import { keyRotations } from './workspace-key.entity.js';

export interface DataRotation extends Rotation {
  columns: readonly EncryptedColumn[];
  /** One workspace only. */
  workspaceId?: string | null | undefined;
  /** How long a server may still encrypt with the former key before it is notified of the new one. */
  graceMs?: number;
}

export interface RotationResult {
  /** True if it completed an interrupted rotation. */
  resumed: boolean;
  keys: number;
  texts: number;
  /** Texts that could not be decrypted and were left unchanged; each with its table, key and reason. */
  damaged: string[];
}

/**
 * Creates a new data key for each workspace and encrypts every registered text with it, in batches, while servers run.
 * After an interruption it continues where it was. Former keys remain, so that texts written meanwhile, and backups,
 * can still be decrypted.
 */
export function rotateDataKeys(rotation: DataRotation): Promise<RotationResult> {
  return asOnlyRotation(rotation, async (instanceKeys) => {
    const { pool, graceMs = 5_000 } = rotation;
    const workspaceId = rotation.workspaceId ?? null;
    const { id, startedAt, resumed } = await beginOrResume(pool, workspaceId);
    const keys = await replaceDataKeys(rotation, instanceKeys, { madeBefore: startedAt, workspaceId });
    const grace = delay(graceMs);
    const first = await reencryptTexts(rotation, instanceKeys);
    await grace;
    // A second pass, for texts that servers encrypted with the former key before they were notified.
    const second = await reencryptTexts(rotation, instanceKeys);
    await typed(pool, 'finish_key_rotation', keyRotations)
      .updateTable('key_rotations')
      .set({ finishedAt: fromNow(0) })
      .where('id', '=', id)
      .execute();
    return { resumed, keys, texts: first.reencrypted + second.reencrypted, damaged: second.damaged };
  });
}

async function beginOrResume(
  pool: pg.Pool,
  workspaceId: string | null,
): Promise<{ id: string; startedAt: Date; resumed: boolean }> {
  const unfinished = await typed(pool, 'find_unfinished_key_rotation', keyRotations)
    .selectFrom('key_rotations')
    .select(['id', 'startedAt'])
    .where('finishedAt', 'is', null)
    .where('workspaceId', 'is not distinct from', workspaceId)
    .orderBy('startedAt')
    .limit(1)
    .executeTakeFirst();
  if (unfinished) return { id: unfinished.id, startedAt: new Date(unfinished.startedAt), resumed: true };
  const { id, startedAt } = await typed(pool, 'begin_key_rotation', keyRotations)
    .insertInto('key_rotations')
    .values({ workspaceId })
    .returning(['id', 'startedAt'])
    .executeTakeFirstOrThrow();
  return { id, startedAt: new Date(startedAt), resumed: false };
}

/** Passes over every column until a pass finds nothing to do. */
async function reencryptTexts(
  { pool, columns, workspaceId: only, batchSize = 100, onProgress }: DataRotation,
  keys: readonly VaultKey[],
): Promise<{ reencrypted: number; damaged: string[] }> {
  const workspaceId = only ?? null;
  const vault = createVault({ sql: pool, keys });
  const damaged: string[] = [];
  let reencrypted = 0;
  for (const column of columns) {
    const what = `texts of ${column.table} encrypted`;
    const total = await countStaleTexts(pool, column, workspaceId);
    let done = 0;
    const onBatch = (stored: number) => {
      done += stored;
      onProgress?.({ what, done, total });
    };
    for (let again = total > 0; again; ) {
      const pass = await reencryptColumn(column, { pool, vault, workspaceId, batchSize, onBatch });
      again = pass.overtaken > 0;
      if (!again) damaged.push(...pass.damaged);
    }
    reencrypted += done;
  }
  return { reencrypted, damaged };
}

import type pg from 'pg';
import { transactionOn } from '../database/in-transaction.js';
import type { Sql } from '../database/sql.js';
import { anyOf, fromNow, lit, tableOf, typed } from '../database/typed-sql.js';
import type { VaultKey } from '../instance-keys.js';
import { createDataKey, wrapDataKey } from './data-key.js';
import { type EncryptionKey, encryptionKey } from './encrypted-text.js';
import { firstOf } from './instance-keyring.js';
import { firstOfAll, type Rotation } from './rotation.js';
import { workspaceKeys } from './workspace-key.entity.js';
import { keysChannel } from './workspace-keys.js';

/** Which data keys to replace: those created before a time, of one workspace or of all. */
export interface DueKeys {
  madeBefore: Date;
  workspaceId: string | null;
}

/**
 * Creates a new data key for every workspace whose key is due. The former one remains, to decrypt existing texts.
 * Servers are notified at the commit of each batch. @returns the number of new keys
 */
export async function replaceDataKeys(
  { pool, batchSize = 500, onProgress }: Rotation,
  keys: readonly VaultKey[],
  due: DueKeys,
): Promise<number> {
  const instanceKey = encryptionKey(firstOf(keys));
  const total = await countDue(pool, due);
  let done = 0;
  for (let after: string | undefined = firstOfAll; after; ) {
    const batch = await replaceBatch(pool, instanceKey, due, after, batchSize);
    done += batch.replaced;
    after = batch.last;
    if (after) onProgress?.({ what: 'new data keys', done, total });
  }
  return done;
}

const workspaces = tableOf<{ id: string }>()('workspaces');

function dueKeys(sql: Sql, label: string, { madeBefore, workspaceId }: DueKeys) {
  return typed(sql, label, workspaceKeys, workspaces)
    .selectFrom('workspace_keys as k')
    .innerJoin('workspaces as w', 'w.id', 'k.workspaceId')
    .where('k.retiredAt', 'is', null)
    .where('k.createdAt', '<', madeBefore)
    .$if(workspaceId !== null, (all) => all.where('k.workspaceId', '=', workspaceId));
}

async function countDue(pool: pg.Pool, due: DueKeys): Promise<number> {
  const { n } = await dueKeys(pool, 'count_due_data_keys', due)
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

function replaceBatch(
  pool: pg.Pool,
  instanceKey: EncryptionKey,
  due: DueKeys,
  after: string,
  limit: number,
): Promise<{ replaced: number; last: string | undefined }> {
  return transactionOn(pool, async (sql) => {
    // Workspaces first: a deletion locks in the same order.
    const found = await dueKeys(sql, 'due_data_keys', due)
      .select('w.id')
      .where('k.workspaceId', '>', after)
      .orderBy('w.id')
      .limit(limit)
      .forKeyShare('w')
      .execute();
    const ids = found.map(({ id }) => id);
    const retired = await typed(sql, 'retire_data_keys', workspaceKeys)
      .updateTable('workspace_keys')
      .set({ retiredAt: fromNow(0) })
      .where('workspaceId', '=', anyOf(ids))
      .where('retiredAt', 'is', null)
      .where('createdAt', '<', due.madeBefore)
      .returning('workspaceId')
      .execute();
    if (retired.length > 0) await insertKeys(sql, instanceKey, retired);
    return { replaced: retired.length, last: ids.at(-1) };
  });
}

async function insertKeys(sql: Sql, instanceKey: EncryptionKey, owners: { workspaceId: string }[]): Promise<void> {
  const made = owners.map(({ workspaceId }) => {
    const key = createDataKey();
    return { workspaceId, keyId: key.id, wrappedKey: wrapDataKey(instanceKey, workspaceId, key) };
  });
  await typed(sql, 'insert_data_keys', workspaceKeys)
    .insertInto('workspace_keys')
    .values(made)
    .returning(({ fn }) => fn<string>('concat', [lit(`${keysChannel}:`), 'workspaceId']).as('notifies'))
    .execute();
}

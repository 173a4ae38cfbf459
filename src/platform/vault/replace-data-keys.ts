import type pg from 'pg';
import { transactionOn } from '../database/in-transaction.js';
import type { VaultKey } from '../instance-keys.js';
import { createDataKey, wrapDataKey } from './data-key.js';
import { type EncryptionKey, encryptionKey } from './encrypted-text.js';
import { firstOf } from './instance-keyring.js';
import { firstOfAll, type Rotation } from './rotation.js';
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

const dueKeys = `from workspace_keys k join workspaces w on w.id = k.workspace_id
  where k.retired_at is null and k.created_at < $1 and ($2::uuid is null or k.workspace_id = $2)`;

async function countDue(pool: pg.Pool, { madeBefore, workspaceId }: DueKeys): Promise<number> {
  const { rows } = await pool.query(`/* count_due_data_keys */ select count(*)::int as n ${dueKeys}`, [
    madeBefore,
    workspaceId,
  ]);
  return rows[0].n;
}

function replaceBatch(
  pool: pg.Pool,
  instanceKey: EncryptionKey,
  { madeBefore, workspaceId }: DueKeys,
  after: string,
  limit: number,
): Promise<{ replaced: number; last: string | undefined }> {
  return transactionOn(pool, async (sql) => {
    // Workspaces first: a deletion locks in the same order.
    const due = await sql.query<{ id: string }>(
      `/* due_data_keys */ select w.id ${dueKeys} and k.workspace_id > $3 order by w.id limit $4 for key share of w`,
      [madeBefore, workspaceId, after, limit],
    );
    const ids = due.rows.map(({ id }) => id);
    const retired = await sql.query<{ id: string }>(
      `/* retire_data_keys */ update workspace_keys set retired_at = now()
       where workspace_id = any($1::uuid[]) and retired_at is null and created_at < $2 returning workspace_id as id`,
      [ids, madeBefore],
    );
    const made = retired.rows.map(({ id }) => ({ id, key: createDataKey() }));
    await sql.query(
      `/* insert_data_keys */ insert into workspace_keys (workspace_id, key_id, wrapped_key)
       select * from unnest($1::uuid[], $2::text[], $3::text[])`,
      [
        made.map(({ id }) => id),
        made.map(({ key }) => key.id),
        made.map(({ id, key }) => wrapDataKey(instanceKey, id, key)),
      ],
    );
    await sql.query("/* notify_data_keys */ select $1 || ':' || id as notifies from unnest($2::text[]) as id", [
      keysChannel,
      made.map(({ id }) => id),
    ]);
    return { replaced: made.length, last: ids.at(-1) };
  });
}

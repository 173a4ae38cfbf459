import type pg from 'pg';
import { lit, typed } from '../database/typed-sql.js';
import type { VaultKey } from '../instance-keys.js';
import { unwrapDataKey, wrapDataKey } from './data-key.js';
import { type EncryptionKey, encryptionKey, parseEncrypted } from './encrypted-text.js';
import { firstOf } from './instance-keyring.js';
import { keysOfColumns } from './instance-keys-in-use.js';
import { storeTexts } from './reencrypt-column.js';
import { reencryptInstanceColumn } from './reencrypt-instance-column.js';
import { asOnlyRotation, firstOfAll, type Rotation } from './rotation.js';
import { workspaceKeys } from './workspace-key.entity.js';
import { instancePayload, keysChannel, missingInstanceKey } from './workspace-keys.js';

interface Row {
  workspaceId: string;
  keyId: string;
  wrapped: string;
}

export interface InstanceRotation extends Rotation {
  /** Creates another instance key and returns all of them, the new one first. Absent if keys are given from outside. */
  addKey?: (() => Promise<readonly VaultKey[]>) | undefined;
}

export interface InstanceRotationResult {
  /** The instance key that wraps all data keys now. */
  keyId: string;
  /** True if this call created it. */
  added: boolean;
  /** Number of data keys that were wrapped again. */
  wrapped: number;
}

/**
 * Wraps every data key with the first of the instance's keys, in batches, while servers run. Texts of workspaces are not
 * changed; those that the instance's key encrypts itself are encrypted again. If it can add a key it does so first,
 * unless some data keys or texts are not encrypted with the first key: that is an interrupted rotation, which is
 * completed instead.
 */
export function rotateInstanceKey(rotation: InstanceRotation): Promise<InstanceRotationResult> {
  return asOnlyRotation(rotation, async (known) => {
    const { pool, addKey, instanceColumns = [], batchSize = 500 } = rotation;
    const added = addKey !== undefined && (await isComplete(rotation, firstOf(known).id));
    const keys = added ? await addKey() : known;
    // Servers that can reload their keys do so now: data keys that they create from here on are wrapped with the first.
    await typed(pool, 'notify_instance_key')
      .selectNoFrom(({ val }) => val(`${keysChannel}:${instancePayload}`).as('notifies'))
      .execute();
    const opened = keys.map(encryptionKey);
    const wrapped = await rewrapAll(rotation, opened);
    for (const column of instanceColumns) await reencryptInstanceColumn(pool, column, opened, batchSize);
    return { keyId: firstOf(keys).id, added, wrapped };
  });
}

async function isComplete({ pool, instanceColumns = [] }: Rotation, keyId: string): Promise<boolean> {
  if ((await countOthers(pool, keyId)) > 0) return false;
  return (await keysOfColumns(pool, instanceColumns)).every((id) => id === keyId);
}

const wrappedKeys = {
  table: 'workspace_keys',
  column: 'wrapped_key',
  key: { workspace_id: 'uuid', key_id: 'text' },
} as const;

async function rewrapAll(
  { pool, batchSize = 500, onProgress }: Rotation,
  keys: readonly EncryptionKey[],
): Promise<number> {
  const first = firstOf(keys);
  const total = await countOthers(pool, first.id);
  let done = 0;
  for (let after: Pick<Row, 'workspaceId' | 'keyId'> = { workspaceId: firstOfAll, keyId: '' }; ; ) {
    const rows = await readOthers(pool, first.id, after, batchSize);
    const last = rows.at(-1);
    if (!last) return done;
    const renewed = rows.map((row) => {
      return {
        row: { workspace_id: row.workspaceId, key_id: row.keyId, wrapped_key: row.wrapped },
        renewed: rewrap(keys, row),
      };
    });
    done += await storeTexts(pool, wrappedKeys, renewed);
    onProgress?.({ what: 'data keys wrapped', done, total });
    after = last;
  }
}

function rewrap(keys: readonly EncryptionKey[], { workspaceId, keyId, wrapped }: Row): string {
  const id = parseEncrypted(wrapped).keyId;
  const former = keys.find((key) => key.id === id);
  if (!former) throw missingInstanceKey(id);
  return wrapDataKey(firstOf(keys), workspaceId, unwrapDataKey(former, workspaceId, keyId, wrapped));
}

/** Data keys that another instance key wraps. */
function others(pool: pg.Pool, label: string, instanceKeyId: string) {
  return typed(pool, label, workspaceKeys)
    .selectFrom('workspace_keys')
    .where(({ fn, val }) => fn<string>('split_part', ['wrappedKey', lit(':'), val(2)]), '<>', instanceKeyId);
}

async function countOthers(pool: pg.Pool, instanceKeyId: string): Promise<number> {
  const { n } = await others(pool, 'count_keys_to_rewrap', instanceKeyId)
    .select(({ fn }) => fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

function readOthers(
  pool: pg.Pool,
  instanceKeyId: string,
  after: Pick<Row, 'workspaceId' | 'keyId'>,
  limit: number,
): Promise<Row[]> {
  return others(pool, 'keys_to_rewrap', instanceKeyId)
    .select(['workspaceId', 'keyId', 'wrappedKey as wrapped'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('workspaceId', 'keyId'), '>', tuple(after.workspaceId, after.keyId)),
    )
    .orderBy('workspaceId')
    .orderBy('keyId')
    .limit(limit)
    .execute();
}

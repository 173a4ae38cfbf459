import type { Sql } from '../database/database.js';
import { anyOf, typed } from '../database/typed-sql.js';
import { unwrapDataKey, wrapDataKey } from './data-key.js';
import { type EncryptionKey, parseEncrypted } from './encrypted-text.js';
import type { InstanceKeyring } from './instance-keyring.js';
import { Unreadable } from './unreadable.js';
import { workspaceKeys } from './workspace-key.entity.js';

/** Notifies the vaults of all processes: the payload is a workspace whose keys changed, or `instance`. */
export const keysChannel = 'vault_keys';
export const instancePayload = 'instance';

export interface WrappedKey {
  workspaceId: string;
  keyId: string;
  wrappedKey: string;
  /** True for the key that encrypts. */
  isCurrent: boolean;
}

/** A workspace's data keys, unwrapped. */
export interface Keyring {
  /** The key that encrypts; null if there is none yet. */
  current: EncryptionKey | Error | null;
  /** An error stands for a key that cannot be unwrapped: only the texts encrypted with it are affected. */
  byId: ReadonlyMap<string, EncryptionKey | Error>;
}

/** The keys of several workspaces, in the order of `workspaceIds`. */
export async function readWrappedKeys(sql: Sql, workspaceIds: readonly string[]): Promise<WrappedKey[][]> {
  const rows = await typed(sql, 'read_workspace_keys', workspaceKeys)
    .selectFrom('workspace_keys')
    .select(['workspaceId', 'keyId', 'wrappedKey', 'retiredAt'])
    .where('workspaceId', '=', anyOf(workspaceIds))
    .execute();
  const keys = rows.map(({ retiredAt, ...key }) => ({ ...key, isCurrent: retiredAt === null }));
  const byWorkspace = Map.groupBy(keys, (key) => key.workspaceId);
  return workspaceIds.map((id) => byWorkspace.get(id) ?? []);
}

/** Stores a workspace's first key, unless it has one: of concurrent processes, one wins. */
export async function insertFirstKey(
  sql: Sql,
  instanceKey: EncryptionKey,
  workspaceId: string,
  key: EncryptionKey,
): Promise<void> {
  await typed(sql, 'insert_first_workspace_key', workspaceKeys)
    .insertInto('workspace_keys')
    .values({ workspaceId, keyId: key.id, wrappedKey: wrapDataKey(instanceKey, workspaceId, key) })
    .onConflict((conflict) => conflict.column('workspaceId').where('retiredAt', 'is', null).doNothing())
    .execute();
}

export async function unwrapKeys(instance: InstanceKeyring, rows: readonly WrappedKey[]): Promise<Keyring> {
  let current: Keyring['current'] = null;
  const byId = new Map<string, EncryptionKey | Error>();
  for (const row of rows) {
    const key = await unwrap(instance, row).catch((error: Error) => error);
    byId.set(row.keyId, key);
    if (row.isCurrent) current = key;
  }
  return { current, byId };
}

async function unwrap(
  instance: InstanceKeyring,
  { workspaceId, keyId, wrappedKey }: WrappedKey,
): Promise<EncryptionKey> {
  const id = parseEncrypted(wrappedKey).keyId;
  const instanceKey = await instance.find(id);
  if (!instanceKey) throw missingInstanceKey(id);
  return unwrapDataKey(instanceKey, workspaceId, keyId, wrappedKey);
}

/** The instance key of a data key was not provided. */
export function missingInstanceKey(id: string): Unreadable {
  return new Unreadable(`The instance key ${id} is required to decrypt, but missing in VAULT_KEYS. Add it.`);
}

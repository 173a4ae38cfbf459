import type { Sql } from '../database/database.js';
import { unwrapDataKey, wrapDataKey } from './data-key.js';
import { type EncryptionKey, parseEncrypted } from './encrypted-text.js';
import type { InstanceKeyring } from './instance-keyring.js';
import { Unreadable } from './unreadable.js';

/** Wakes the vaults of all processes: the payload is a workspace whose keys changed, or `instance`. */
export const keysChannel = 'vault_keys';
export const instancePayload = 'instance';

export interface WrappedKey {
  workspaceId: string;
  keyId: string;
  wrappedKey: string;
  /** The one that seals. */
  isCurrent: boolean;
}

/** A workspace's data keys, unwrapped. */
export interface Keyring {
  /** The one that seals; null where there is none yet. */
  current: EncryptionKey | Error | null;
  /** An error stands for a key that cannot be unwrapped: only what it sealed is out of reach. */
  byId: ReadonlyMap<string, EncryptionKey | Error>;
}

/** The keys of several workspaces, in the order in which they were asked for. */
export async function readWrappedKeys(sql: Sql, workspaceIds: readonly string[]): Promise<WrappedKey[][]> {
  const { rows } = await sql.query<WrappedKey>(
    `/* read_workspace_keys */
     select workspace_id as "workspaceId", key_id as "keyId", wrapped_key as "wrappedKey",
       retired_at is null as "isCurrent"
     from workspace_keys where workspace_id = any($1::uuid[])`,
    [workspaceIds],
  );
  const byWorkspace = Map.groupBy(rows, (row) => row.workspaceId);
  return workspaceIds.map((id) => byWorkspace.get(id) ?? []);
}

/** Stores a workspace's first key, unless it has one: of processes that try at once, one wins. */
export async function insertFirstKey(
  sql: Sql,
  instanceKey: EncryptionKey,
  workspaceId: string,
  key: EncryptionKey,
): Promise<void> {
  await sql.query(
    `/* insert_first_workspace_key */
     insert into workspace_keys (workspace_id, key_id, wrapped_key) values ($1, $2, $3)
     on conflict (workspace_id) where retired_at is null do nothing`,
    [workspaceId, key.id, wrapDataKey(instanceKey, workspaceId, key)],
  );
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

/** Data keys are wrapped with an instance key that nobody gave us. */
export function missingInstanceKey(id: string): Unreadable {
  return new Unreadable(`Data keys are wrapped with ${id}, which is not among VAULT_KEYS. Add it.`);
}

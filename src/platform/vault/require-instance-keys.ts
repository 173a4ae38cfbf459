import type { Sql } from '../database/database.js';
import type { VaultKey } from '../instance-keys.js';
import { unwrapDataKey } from './data-key.js';
import { encryptionKey, parseEncrypted } from './encrypted-text.js';
import type { InstanceColumn } from './instance-column.js';
import { keysOfColumns } from './instance-keys-in-use.js';

interface Sample {
  workspaceId: string;
  keyId: string;
  wrapped: string;
}

/**
 * Number of data keys tried with each instance key, so that a damaged data key is not taken for a wrong instance key.
 */
const samplesAKey = 5;

/**
 * Checks that the instance's keys can decrypt what the database contains.
 * @param columns those that the instance's key encrypts itself
 * @param source where the operator finds the keys, for the message: `VAULT_KEYS`, or a file
 * @throws Error naming the keys that are missing or were replaced, with the remedy
 */
export async function requireInstanceKeys(
  sql: Sql,
  keys: readonly VaultKey[],
  source: string,
  columns: readonly InstanceColumn[] = [],
): Promise<void> {
  // Numbered by a window, so not typed.
  const { rows } = await sql.query<Sample>(
    `/* sample_wrapped_keys */
     select workspace_id as "workspaceId", key_id as "keyId", wrapped_key as wrapped from (
       select *, row_number() over (partition by split_part(wrapped_key, ':', 2)) as place from workspace_keys) k
     where place <= $1`,
    [samplesAKey],
  );
  const inUse = Map.groupBy(rows, ({ wrapped }) => wrapped.split(':')[1] ?? '');
  const needed = new Set([...inUse.keys(), ...(await keysOfColumns(sql, columns))]);
  const missing = [...needed].filter((id) => !keys.some((key) => key.id === id));
  const changed = keys.filter((key) => inUse.has(key.id) && !inUse.get(key.id)?.some((sample) => opens(key, sample)));
  if (missing.length === 0 && changed.length === 0) return;
  const violations = [
    ...missing.map((id) => `${id} is required, but missing. Restore it, after the key that encrypts from now on.`),
    ...changed.map(
      ({ id }) => `${id} must not be replaced by another key. Restore the former key; a new key must have a new ID.`,
    ),
  ];
  throw new Error([`The stored secrets cannot be decrypted with the keys in ${source}:`, ...violations].join('\n  '));
}

function opens(key: VaultKey, { workspaceId, keyId, wrapped }: Sample): boolean {
  try {
    parseEncrypted(wrapped);
    unwrapDataKey(encryptionKey(key), workspaceId, keyId, wrapped);
    return true;
  } catch {
    return false;
  }
}

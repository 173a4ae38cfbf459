import type { Sql } from '../database/database.js';
import type { VaultKey } from '../instance-keys.js';
import { unwrapDataKey } from './data-key.js';
import { encryptionKey, parseEncrypted } from './encrypted-text.js';

interface Sample {
  workspaceId: string;
  keyId: string;
  wrapped: string;
}

/** Data keys tried with each instance key, so that a damaged one does not pass for a wrong instance key. */
const samplesAKey = 5;

/**
 * Checks that the instance's keys open what the database holds.
 * @param source where whoever reads the message finds the keys: `VAULT_KEYS`, or a file
 * @throws Error naming the keys that are missing and those that are others now, with the cure
 */
export async function requireInstanceKeys(sql: Sql, keys: readonly VaultKey[], source: string): Promise<void> {
  const { rows } = await sql.query<Sample>(
    `/* sample_wrapped_keys */
     select workspace_id as "workspaceId", key_id as "keyId", wrapped_key as wrapped from (
       select *, row_number() over (partition by split_part(wrapped_key, ':', 2)) as place from workspace_keys) k
     where place <= $1`,
    [samplesAKey],
  );
  const inUse = Map.groupBy(rows, ({ wrapped }) => wrapped.split(':')[1] ?? '');
  const missing = [...inUse.keys()].filter((id) => !keys.some((key) => key.id === id));
  const changed = keys.filter((key) => inUse.has(key.id) && !inUse.get(key.id)?.some((sample) => opens(key, sample)));
  if (missing.length === 0 && changed.length === 0) return;
  const violations = [
    ...missing.map((id) => `${id} is missing. Put it back, behind the key that shall seal from now on.`),
    ...changed.map(({ id }) => `${id} is another key now. Put the former one back; a new key takes a new id.`),
  ];
  throw new Error([`What is stored secretly cannot be opened with the keys in ${source}:`, ...violations].join('\n  '));
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

import type pg from 'pg';
import { type EncryptionKey, encryptText, openText, parseEncrypted } from './encrypted-text.js';
import type { InstanceColumn } from './instance-column.js';
import { firstOf } from './instance-keyring.js';
import { storeTexts } from './reencrypt-column.js';
import { instanceBinding } from './vault.js';
import { missingInstanceKey } from './workspace-keys.js';

/** Encrypts every text of a column with the first key, in batches. Not typed: any table can have such a column. */
export async function reencryptInstanceColumn(
  pool: pg.Pool,
  column: InstanceColumn,
  keys: readonly EncryptionKey[],
  batchSize: number,
): Promise<void> {
  const { table, column: name, key } = column;
  const first = firstOf(keys);
  for (;;) {
    const { rows } = await pool.query<Record<string, string>>(
      `/* instance_texts */ select t.${key}, t.${name} from ${table} t
       where split_part(t.${name}, ':', 2) <> $1 order by t.${key} limit $2`,
      [first.id, batchSize],
    );
    if (rows.length === 0) return;
    const renewed = rows.map((row) => ({ row, renewed: reencrypt(column, keys, row) }));
    // A text that was replaced meanwhile is read by the next batch if it is due.
    await storeTexts(pool, { ...column, key: { [key]: 'uuid' } }, renewed);
  }
}

function reencrypt(
  { column, key, context }: InstanceColumn,
  keys: readonly EncryptionKey[],
  row: Readonly<Record<string, string>>,
): string {
  const encrypted = parseEncrypted(row[column] as string);
  const former = keys.find((key) => key.id === encrypted.keyId);
  if (!former) throw missingInstanceKey(encrypted.keyId);
  const binding = instanceBinding(context(row[key] as string));
  return encryptText(firstOf(keys), openText(former, encrypted, binding), binding);
}

import type pg from 'pg';
import { type EncryptionKey, encryptText, openText, parseEncrypted } from './encrypted-text.js';
import type { InstanceColumn } from './instance-column.js';
import { firstOf } from './instance-keyring.js';
import { instanceBinding } from './vault.js';
import { missingInstanceKey } from './workspace-keys.js';

interface Row {
  id: string;
  text: string;
}

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
    const { rows } = await pool.query<Row>(
      `/* instance_texts */ select t.${key} as id, t.${name} as text from ${table} t
       where split_part(t.${name}, ':', 2) <> $1 order by t.${key} limit $2`,
      [first.id, batchSize],
    );
    if (rows.length === 0) return;
    const renewed = rows.map((row) => reencrypt(column, keys, row));
    // Compare and set: a text that was replaced meanwhile keeps its new value, which the next batch reads if it is due.
    await pool.query(
      `/* store_instance_texts */ update ${table} t set ${name} = v.renewed
       from unnest($1::uuid[], $2::text[], $3::text[]) as v(id, former, renewed)
       where t.${key} = v.id and t.${name} = v.former`,
      [rows.map(({ id }) => id), rows.map(({ text }) => text), renewed],
    );
  }
}

function reencrypt({ context }: InstanceColumn, keys: readonly EncryptionKey[], { id, text }: Row): string {
  const encrypted = parseEncrypted(text);
  const former = keys.find((key) => key.id === encrypted.keyId);
  if (!former) throw missingInstanceKey(encrypted.keyId);
  const binding = instanceBinding(context(id));
  return encryptText(firstOf(keys), openText(former, encrypted, binding), binding);
}

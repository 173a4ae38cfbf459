import type pg from 'pg';
import type { EncryptedColumn } from './encrypted-column.js';
import { firstOfAll } from './rotation.js';
import type { Vault } from './vault.js';

type EncryptedRow = Record<string, unknown>;

export interface Reencrypt {
  pool: pg.Pool;
  /** Must not have cached a key before the current ones were created. */
  vault: Vault;
  workspaceId: string | null;
  batchSize: number;
  onBatch(reencrypted: number): void;
}

/**
 * What one pass over a column left unchanged: texts that were changed meanwhile, and texts that cannot be decrypted.
 */
export interface PassResult {
  overtaken: number;
  /** Each with its table, key and reason. */
  damaged: string[];
  reencrypted: number;
}

// The statements of this file are not typed: any table can have such a column.

/** The column's texts, as `t`, that are not encrypted with the current key of their workspace. */
function staleTexts({ table, column }: EncryptedColumn): string {
  return `from ${table} t join workspace_keys k on k.workspace_id = t.workspace_id and k.retired_at is null
    where split_part(t.${column}, ':', 2) <> k.key_id and ($1::uuid is null or t.workspace_id = $1)`;
}

export async function countStaleTexts(
  pool: pg.Pool,
  column: EncryptedColumn,
  workspaceId: string | null,
): Promise<number> {
  const { rows } = await pool.query(`/* count_texts_to_reseal */ select count(*)::int as n ${staleTexts(column)}`, [
    workspaceId,
  ]);
  return rows[0].n;
}

/** Passes over a column once, in the order of its key, and encrypts outdated texts with the current keys. */
export async function reencryptColumn(column: EncryptedColumn, reencrypt: Reencrypt): Promise<PassResult> {
  const result: PassResult = { overtaken: 0, damaged: [], reencrypted: 0 };
  const key = ['workspace_id', ...column.key];
  const types = Object.fromEntries(key.map((name) => [name, 'uuid'] as const));
  for (let after = key.map(() => firstOfAll); ; ) {
    const rows = await readBatch(column, key, reencrypt, after);
    const last = rows.at(-1);
    if (!last) return result;
    const done = await Promise.all(rows.map((row) => reencryptRow(column, reencrypt.vault, row)));
    const renewed = done.filter((row) => 'renewed' in row);
    const stored = await storeTexts(reencrypt.pool, { ...column, key: types }, renewed);
    result.damaged.push(...done.flatMap((row) => ('damage' in row ? [row.damage] : [])));
    result.overtaken += renewed.length - stored;
    result.reencrypted += stored;
    reencrypt.onBatch(stored);
    after = key.map((name) => last[name] as string);
  }
}

async function readBatch(
  column: EncryptedColumn,
  key: string[],
  { pool, workspaceId, batchSize }: Reencrypt,
  after: string[],
) {
  const order = key.map((name) => `t.${name}`).join(', ');
  const bounds = after.map((_, index) => `$${index + 3}::uuid`).join(', ');
  const { rows } = await pool.query<EncryptedRow>(
    `/* texts_to_reseal */ select t.* ${staleTexts(column)} and (${order}) > (${bounds}) order by ${order} limit $2`,
    [workspaceId, Math.min(batchSize, column.rowsAtOnce ?? batchSize), ...after],
  );
  return rows;
}

type Reencrypted = { row: EncryptedRow; renewed: string } | { damage: string };

async function reencryptRow(column: EncryptedColumn, vault: Vault, row: EncryptedRow): Promise<Reencrypted> {
  const workspaceId = row.workspace_id as string;
  const context = column.context(row);
  try {
    const plain = await vault.open(workspaceId, row[column.column] as string, context);
    return { row, renewed: await vault.encrypt(workspaceId, plain, context) };
  } catch (error) {
    const key = ['workspace_id', ...column.key].map((name) => `${name} ${row[name]}`).join(', ');
    return { damage: `${column.table} (${key}): ${(error as Error).message}` };
  }
}

/**
 * Stores renewed texts. Compare and set: a text that was replaced meanwhile keeps its new value.
 * @param key the columns of the primary key and their types
 * @returns how many were stored
 */
export async function storeTexts(
  pool: pg.Pool,
  { table, column, key }: { table: string; column: string; key: Readonly<Record<string, 'uuid' | 'text'>> },
  rows: readonly { row: EncryptedRow; renewed: string }[],
): Promise<number> {
  const names = Object.keys(key);
  const arrays = names.map((name, index) => `$${index + 3}::${key[name]}[]`).join(', ');
  const matches = names.map((name) => `t.${name} = v.${name}`).join(' and ');
  const { rowCount } = await pool.query(
    `/* reseal_texts */ update ${table} t set ${column} = v.renewed
     from unnest($1::text[], $2::text[], ${arrays}) as v(encrypted, renewed, ${names.join(', ')})
     where ${matches} and t.${column} = v.encrypted`,
    [
      rows.map(({ row }) => row[column]),
      rows.map(({ renewed }) => renewed),
      ...names.map((name) => rows.map(({ row }) => row[name])),
    ],
  );
  return rowCount ?? 0;
}

import type { Sql } from '../database/database.js';
import type { VaultKey } from '../instance-keys.js';
import type { EncryptedColumn } from './encrypted-column.js';
import type { InstanceColumn } from './instance-column.js';
import { firstOfAll } from './rotation.js';
import { createVault } from './vault.js';

export interface UnreadableTexts {
  /** Texts that were decrypted. */
  opened: number;
  unreadable: number;
  /** The first hundred, each with its table, key and reason. */
  problems: string[];
}

export interface FindUnreadable {
  sql: Sql;
  keys: readonly VaultKey[];
  columns: readonly EncryptedColumn[];
  instanceColumns: readonly InstanceColumn[];
}

const batchSize = 500;
const mostProblems = 100;

type Row = Record<string, unknown>;

/** A column whose texts are read in the order of a key. */
interface Texts {
  table: string;
  column: string;
  key: readonly string[];
  rowsAtOnce: number;
  open(row: Row): Promise<unknown>;
}

/** Decrypts every stored text, and changes none. Memory does not grow with their number. */
export async function findUnreadableTexts(find: FindUnreadable): Promise<UnreadableTexts> {
  const { sql, keys, columns, instanceColumns } = find;
  const found: UnreadableTexts = { opened: 0, unreadable: 0, problems: [] };
  // Without keys nothing was ever encrypted, see `requireInstanceKeys`.
  if (keys.length === 0) return found;
  const vault = createVault({ sql, keys });
  for (const { table, column, key, rowsAtOnce = batchSize, context } of columns) {
    const open = (row: Row) => vault.open(row.workspace_id as string, row[column] as string, context(row));
    await openAll(sql, { table, column, key: ['workspace_id', ...key], rowsAtOnce, open }, found);
  }
  for (const { table, column, key, context } of instanceColumns) {
    const open = (row: Row) => vault.openForInstance(row[column] as string, context(row[key] as string));
    await openAll(sql, { table, column, key: [key], rowsAtOnce: batchSize, open }, found);
  }
  return found;
}

/** Decrypts one stored text of workspaces. @returns its table; null if nothing is encrypted */
export async function openSample(
  sql: Sql,
  keys: readonly VaultKey[],
  columns: readonly EncryptedColumn[],
): Promise<string | null> {
  const vault = createVault({ sql, keys });
  for (const { table, column, key, context } of columns) {
    const first = ['workspace_id', ...key].map(() => firstOfAll);
    const [row] = await readRows(sql, { table, column, key: ['workspace_id', ...key] }, first, 1);
    if (!row) continue;
    await vault.open(row.workspace_id as string, row[column] as string, context(row));
    return table;
  }
  return null;
}

/** Not typed: any table can have such a column. */
async function readRows(
  sql: Sql,
  { table, column, key }: Pick<Texts, 'table' | 'column' | 'key'>,
  after: readonly string[],
  limit: number,
): Promise<Row[]> {
  const order = key.map((name) => `t.${name}`).join(', ');
  const bounds = key.map((_, index) => `$${index + 2}::uuid`).join(', ');
  const text = `/* encrypted_texts */ select t.* from ${table} t
    where t.${column} is not null and (${order}) > (${bounds}) order by ${order} limit $1`;
  return (await sql.query<Row>(text, [limit, ...after])).rows;
}

async function openAll(sql: Sql, texts: Texts, found: UnreadableTexts): Promise<void> {
  const { key, rowsAtOnce } = texts;
  for (let after = key.map(() => firstOfAll); ; ) {
    const rows = await readRows(sql, texts, after, Math.min(batchSize, rowsAtOnce));
    const last = rows.at(-1);
    if (!last) return;
    for (const row of rows) await openOne(texts, row, found);
    after = key.map((name) => last[name] as string);
  }
}

async function openOne({ table, key, open }: Texts, row: Row, found: UnreadableTexts): Promise<void> {
  try {
    await open(row);
    found.opened++;
  } catch (error) {
    found.unreadable++;
    if (found.problems.length >= mostProblems) return;
    const place = key.map((name) => `${name} ${row[name]}`).join(', ');
    found.problems.push(`${table} (${place}): ${(error as Error).message}`);
  }
}

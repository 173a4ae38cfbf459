import type pg from 'pg';
import {
  columnList,
  copyIn,
  copyInSql,
  copyOut,
  copyOutSql,
  RowsDigest,
  type RowsSummary,
  splitRows,
  type TableStart,
} from '../../platform/backup/index.js';
import type { Vault } from '../../platform/vault/index.js';
import { encryptedColumns } from '../collect-modules.js';
import { requireEqual } from './inspect-workspace-file.js';
import type { PassphraseKey } from './passphrase.js';
import { none, type PortableTable, portableTables } from './portable-tables.js';
import type { NewIds } from './replace-ids.js';

/** The workspace that rows are imported into. */
export interface ImportTarget {
  sql: pg.ClientBase;
  workspaceId: string;
  /** Who takes the place of the users in the file. */
  ownerId: string;
  ids: NewIds;
  vault: Vault;
  /** Of the file; null if it has no secrets. */
  key: PassphraseKey | null;
}

/** Columns of these types contain IDs. */
const withIds = new Set(['uuid', 'uuid[]', 'json', 'jsonb']);

/**
 * Writes the rows of a table, reads them again and compares them with what was sent. Not typed: the file names table and columns.
 * @param onBytes receives the size of what was written
 * @throws Error if this release has no such column, or the rows differ
 */
export async function importRows(
  target: ImportTarget,
  table: TableStart,
  parts: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
): Promise<RowsSummary> {
  const { sql, workspaceId } = target;
  const types = await columnTypes(sql, table);
  const change = rowChange(target, table, types);
  const columns = withRenewed(table, target.key);
  const sent = new RowsDigest();
  async function* changed(): AsyncGenerator<Buffer> {
    for await (const row of splitRows(parts)) {
      const fields = row.toString('latin1', 0, row.length - 1).split('\t');
      const line = Buffer.from(`${(await change(fields)).join('\t')}\n`, 'latin1');
      sent.add(line);
      onBytes(line.length);
      yield line;
    }
  }
  // COPY writes no table with row-level security. One statement inserts all rows, so that they may refer to one another.
  await sql.query(
    `/* stage_rows */ create temp table staged_rows on commit drop as select ${columnList(columns)} from "${table.name}" with no data`,
  );
  await copyIn(sql, copyInSql(columns, 'copy_staged', 'staged_rows'), changed());
  await sql.query(
    `/* import_rows */ insert into "${table.name}" (workspace_id, ${columnList(columns)}) select $1, ${columnList(columns)} from staged_rows`,
    [workspaceId],
  );
  await sql.query('/* drop_staged */ drop table staged_rows');
  requireEqual(table.name, await summarize(sql, columns, workspaceId), sent.summary);
  return sent.summary;
}

async function columnTypes(sql: pg.ClientBase, { name, columns }: TableStart): Promise<string[]> {
  const { rows } = await sql.query<{ name: string; type: string }>(
    `/* column_types */ select attname::text as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`"${name}"`],
  );
  return columns.map((column) => {
    const found = rows.find((row) => row.name === column);
    if (found && column !== 'workspace_id') return found.type;
    throw new Error(
      `The file has the column ${column} of ${name}, which this release does not have. Import it with the release that wrote it.`,
    );
  });
}

/** A webhook without its secret gets a new one. */
function withRenewed(table: TableStart, key: PassphraseKey | null): TableStart {
  const { encrypted } = portableTables[table.name] ?? {};
  if (key || encrypted?.without !== 'column') return table;
  return { ...table, columns: [...table.columns, encrypted.column] };
}

/** What is done with the fields of each row. */
function rowChange(target: ImportTarget, table: TableStart, types: readonly string[]) {
  const rules = portableTables[table.name] as PortableTable;
  const changes = table.columns.map((column, index) => fieldChange(target, rules, column, types[index] as string));
  const encrypt = createEncryption(target, table, rules);
  return async (fields: string[]): Promise<string[]> => {
    const former = fields;
    const present = fields.map((field, index) => (field === none ? field : (changes[index]?.(field) ?? field)));
    return encrypt ? encrypt(former, present) : present;
  };
}

function fieldChange(
  { ownerId, ids }: ImportTarget,
  { replaced = {}, verbatim = [], texts = [] }: PortableTable,
  column: string,
  type: string,
): ((value: string) => string) | undefined {
  const rule = replaced[column];
  if (rule === 'owner') return () => ownerId;
  if (rule === 'nobody') return () => none;
  if (rule) return rule;
  const hasIds = withIds.has(type) ? !verbatim.includes(column) : texts.includes(column);
  return hasIds ? (value) => ids.replaceIn(value) : undefined;
}

/** Encrypts what the vault keeps for the new row: texts of the file, or new ones. */
function createEncryption(target: ImportTarget, { name, columns }: TableStart, { encrypted }: PortableTable) {
  const source = encryptedColumns.find((one) => one.table === name && one.column === encrypted?.column);
  if (!encrypted || !source) return undefined;
  const { vault, workspaceId, key } = target;
  const idAt = columns.indexOf('id');
  const at = columns.indexOf(encrypted.column);
  return async (former: readonly string[], present: readonly string[]): Promise<string[]> => {
    const row = Object.fromEntries(columns.map((column, i) => [column, present[i] === none ? null : present[i]]));
    const plain = key
      ? key.open(former[at] as string, [name, former[idAt] as string])
      : encrypted.without === 'column' && encrypted.renew();
    if (plain === false) throw new Error(`${name} need a passphrase.`);
    const text = await vault.encrypt(workspaceId, plain, source.context(row));
    return at < 0 ? [...present, text] : present.with(at, text);
  };
}

async function summarize(sql: pg.ClientBase, table: TableStart, workspaceId: string): Promise<RowsSummary> {
  const digest = new RowsDigest();
  const text = copyOutSql(table, 'read_imported', workspaceId);
  for await (const row of copyOut(sql, text)) digest.add(row);
  return digest.summary;
}

import type { Sql } from '../database/sql.js';
import type { Sequence, TableStart } from './archive-format.js';

// A backup copies whatever tables the catalog of Postgres has, so the statements of this file are not typed.

/** Settings of a session in which rows have the same text in every database. */
export const textSettings = [
  "set local datestyle = 'ISO, YMD'",
  "set local intervalstyle = 'postgres'",
  "set local timezone = 'UTC'",
  "set local bytea_output = 'hex'",
  'set local extra_float_digits = 1',
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
].join(';\n');

/** Tables whose rows are not part of a backup, and why. */
const leftOut: Readonly<Record<string, string>> = {
  mikro_orm_migrations: 'written by the migrations, which a restore runs',
  restore_in_progress: 'marks a restore that did not finish',
  search_documents: 'derived from other tables',
  workers: 'leases of processes: what they had claimed is free in another database',
  workspace_changes: 'cursors into it end with the epoch',
};

/** The names of all tables of the application, in order. */
export async function tableNames(sql: Sql): Promise<string[]> {
  return (await allTables(sql)).map(({ name }) => name);
}

/** Whether a backup has the rows of a table. */
export function isStored(table: string): boolean {
  return !Object.hasOwn(leftOut, table);
}

/** The tables that a backup has, with the columns that are not generated. */
export async function storedTables(sql: Sql): Promise<TableStart[]> {
  return (await allTables(sql)).filter(({ name }) => isStored(name));
}

/** The tables of the application: those of its schema, partitions and extensions aside. */
async function allTables(sql: Sql): Promise<TableStart[]> {
  const { rows } = await sql.query<TableStart>(
    `/* stored_tables */ select c.relname::text as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by name`,
  );
  return rows;
}

export async function readSequences(sql: Sql): Promise<Sequence[]> {
  const { rows } = await sql.query<{ name: string }>(
    `/* sequences */ select relname::text as name from pg_class
     where relkind = 'S' and relnamespace = current_schema()::regnamespace order by relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows.filter((row) => !row.name.startsWith('mikro_orm_'))) {
    const { rows: states } = await sql.query<Omit<Sequence, 'name'>>(
      `/* read_sequence */ select last_value::text as value, is_called as "isCalled" from "${name}"`,
    );
    if (states[0]) sequences.push({ name, ...states[0] });
  }
  return sequences;
}

/** The columns of a table, for a statement. */
export function columnList({ columns }: TableStart): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/** The rows of a table with its partitions, as text. @param workspaceId a UUID, if only those of a workspace are copied */
export function copyOutSql(table: TableStart, label = 'copy_out', workspaceId?: string): string {
  const where = workspaceId === undefined ? '' : ` where workspace_id = '${workspaceId}'`;
  return `/* ${label} */ copy (select ${columnList(table)} from "${table.name}"${where}) to stdout`;
}

/** Receives rows as text. @param into another table with these columns */
export function copyInSql(table: TableStart, label = 'copy_in', into = `"${table.name}"`): string {
  return `/* ${label} */ copy ${into} (${columnList(table)}) from stdin`;
}

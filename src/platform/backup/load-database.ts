import type pg from 'pg';
import { backupArchive, type Sequence, type TableStart } from './archive-format.js';
import { copyIn, copyOut } from './copy-rows.js';
import type { CopyProgress } from './dump-database.js';
import { type ArchiveSource, readArchive } from './read-archive.js';
import { RowsDigest, type RowsSummary } from './rows-digest.js';
import { copyInSql, copyOutSql, isStored, storedTables, tableNames, textSettings } from './stored-tables.js';
import { unprotectTables } from './unprotect-tables.js';

export interface LoadOptions {
  from: ArchiveSource | string;
  onProgress(progress: CopyProgress): void;
}

export interface LoadResult {
  tables: Record<string, RowsSummary>;
  rows: number;
}

/**
 * Replaces all rows by those of a backup, within the caller's transaction: triggers, foreign keys, revoked privileges and
 * row-level security are put aside and return afterwards. Reads every table again and compares it with the backup. Of all tables
 * and sequences, so not typed.
 * @throws Error naming what differs; the caller rolls back
 */
export async function loadDatabase(sql: pg.ClientBase, { from, onProgress }: LoadOptions): Promise<LoadResult> {
  await sql.query(textSettings);
  const names = (await tableNames(sql)).filter((name) => isStored(name) || name === 'search_documents');
  const protectAgain = await unprotectTables(sql, names);
  await sql.query(`/* truncate_tables */ truncate ${names.map((name) => `"${name}"`).join(', ')}`);
  const result = await copyTables(sql, from, onProgress);
  await protectAgain();
  return result;
}

async function copyTables(
  sql: pg.ClientBase,
  from: LoadOptions['from'],
  onProgress: LoadOptions['onProgress'],
): Promise<LoadResult> {
  const left = new Map((await storedTables(sql)).map((table) => [table.name, table]));
  const result: LoadResult = { tables: {}, rows: 0 };
  let bytes = 0;
  async function* counted(name: string, rows: AsyncIterable<Buffer>) {
    for await (const part of rows) {
      yield part;
      bytes += part.length;
      onProgress({ table: name, bytes });
    }
  }
  await readArchive(from, backupArchive, {
    async table(table, rows, end) {
      requireSame(table, left.get(table.name));
      left.delete(table.name);
      await copyIn(sql, copyInSql(table), counted(table.name, rows));
      const loaded = await summarize(sql, table);
      requireEqual(table.name, loaded, end());
      result.tables[table.name] = loaded;
      result.rows += loaded.rows;
    },
    async end(sequences) {
      for (const sequence of sequences) await setSequence(sql, sequence);
    },
  });
  if (left.size > 0) throw new Error(`The backup does not contain the tables ${[...left.keys()].join(', ')}.`);
  return result;
}

function requireSame(table: TableStart, present: TableStart | undefined): void {
  if (present && [...present.columns].sort().join() === [...table.columns].sort().join()) return;
  throw new Error(`The table ${table.name} of the backup has other columns than that of its migrations.`);
}

/** Reads a table as the backup did. */
async function summarize(sql: pg.ClientBase, table: TableStart): Promise<RowsSummary> {
  const digest = new RowsDigest();
  for await (const row of copyOut(sql, copyOutSql(table))) digest.add(row);
  return digest.summary;
}

function requireEqual(name: string, loaded: RowsSummary, expected: RowsSummary): void {
  if (loaded.rows !== expected.rows) {
    throw new Error(`The table ${name} has ${loaded.rows} rows, but must have ${expected.rows}.`);
  }
  if (loaded.sha256 !== expected.sha256) {
    throw new Error(`The rows of the table ${name} have the hash ${loaded.sha256}, but must have ${expected.sha256}.`);
  }
}

async function setSequence(sql: pg.ClientBase, { name, value, isCalled }: Sequence): Promise<void> {
  await sql.query('/* set_sequence */ select setval($1::regclass, $2, $3)', [`"${name}"`, value, isCalled]);
}

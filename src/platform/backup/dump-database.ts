import type pg from 'pg';
import type { Header } from './archive-format.js';
import { copyOut } from './copy-rows.js';
import { RowsDigest, type RowsSummary } from './rows-digest.js';
import { copyOutSql, readSequences, storedTables, textSettings } from './stored-tables.js';
import type { ArchiveWriter } from './write-archive.js';

/** How far a copy is, for a line about the progress. */
export interface CopyProgress {
  table: string;
  /** Of rows as text, in total. */
  bytes: number;
}

export interface Dump {
  writer: ArchiveWriter;
  /** What the header says, read in the same snapshot. */
  header(sql: pg.ClientBase): Promise<Header>;
  onProgress(progress: CopyProgress): void;
}

export interface DumpResult {
  header: Header;
  tables: Record<string, RowsSummary>;
  rows: number;
  /** Of the rows as text. */
  bytes: number;
}

/** Rows between two reports of the progress. */
const rowsAtOnce = 1_000;

/**
 * Writes all rows of one snapshot, while servers run. It delays no writer: it has no transaction ID, and locks tables only
 * against being dropped.
 */
export async function dumpDatabase(client: pg.ClientBase, { writer, header, onProgress }: Dump): Promise<DumpResult> {
  const tables = await storedTables(client);
  await client.query('begin isolation level repeatable read read only');
  try {
    await client.query(textSettings);
    // Not typed: of all tables. Before the snapshot, which the first query takes: partitions that it shows must not be dropped meanwhile.
    const names = tables.map(({ name }) => `"${name}"`).join(', ');
    await client.query(`/* lock_tables */ lock table ${names} in access share mode`);
    const result: DumpResult = { header: await header(client), tables: {}, rows: 0, bytes: 0 };
    await writer.header(result.header);
    for (const table of tables) {
      await writer.table(table);
      const digest = new RowsDigest();
      for await (const row of copyOut(client, copyOutSql(table))) {
        digest.add(row);
        result.rows++;
        result.bytes += row.length;
        if (result.rows % rowsAtOnce === 0) onProgress({ table: table.name, bytes: result.bytes });
        await writer.row(row);
      }
      await writer.tableEnd(digest.summary);
      result.tables[table.name] = digest.summary;
    }
    await writer.end(await readSequences(client));
    return result;
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}

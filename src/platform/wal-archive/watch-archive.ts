import type { Sql } from '../database/sql.js';
import { shareReading, watched } from '../metrics/index.js';
import { listBases } from './archive-folder.js';

const failing = watched(
  'wal_archive_failing_seconds',
  'Time since Postgres last archived a file of its write-ahead log, while it fails to archive; otherwise 0. All processes show the same: take the maximum.',
);
const baseAge = watched(
  'base_backup_age_seconds',
  'Age of the newest base backup in `WAL_ARCHIVE_DIR`, or the time since the start of the server while the folder has no base backup. 0 without `WAL_ARCHIVE_DIR`.',
);

// Not typed, like everything that is read from the statistics of Postgres.
const archiverText = `/* archiver_age */ select current_setting('archive_mode') <> 'off' as archives, last_failed_wal as file,
    last_failed_time as "failedAt", last_failed_time > coalesce(last_archived_time, '-infinity') as "isFailing",
    extract(epoch from now() - coalesce(last_archived_time, stats_reset))::float8 as seconds
  from pg_stat_archiver`;

/** How Postgres archives its log, also one of the operator's own. */
export interface ArchiverState {
  /** Whether it does. */
  archives: boolean;
  /** Whether the last file could not be archived; null if none was. */
  isFailing: boolean | null;
  /** The file that could not be archived last, and when. */
  file: string | null;
  failedAt: Date | null;
  /** Since it last archived a file. */
  seconds: number | null;
}

export async function readArchiver(sql: Sql): Promise<ArchiverState | undefined> {
  return (await sql.query<ArchiverState>({ name: 'archiver_age', text: archiverText })).rows[0];
}

/**
 * Shows as metrics whether Postgres archives its log, also one of the operator's own.
 * @param archive the folder of the embedded Postgres, if it has one
 * @returns ends that
 */
export function watchArchive(sql: Sql, archive: string | undefined): () => void {
  const began = Date.now();
  const ends = [failing.watch(shareReading(() => readFailing(sql).catch(() => 0)))];
  if (archive !== undefined) ends.push(baseAge.watch(() => readBaseAge(archive, began)));
  return () => {
    for (const end of ends) end();
  };
}

async function readFailing(sql: Sql): Promise<number> {
  const state = await readArchiver(sql);
  return state?.archives && state.isFailing ? (state.seconds ?? 0) : 0;
}

async function readBaseAge(archive: string, began: number): Promise<number> {
  const newest = (await listBases(archive).catch(() => [])).at(-1);
  return (Date.now() - (newest?.finishedAt.getTime() ?? began)) / 1_000;
}

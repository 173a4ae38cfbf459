import type { Sql } from '../database/sql.js';
import { typed } from '../database/typed-sql.js';
import { isStorageUrl } from '../object-storage/index.js';
import { backups } from './backup.entity.js';

/** What is stored of a backup that was completed; not its place, which may be a path of another machine. */
export interface CompletedBackup {
  /** A path, or `s3://bucket/key`: only its kind is stored. */
  place: string;
  /** The time of its snapshot. */
  createdAt: string;
  durationMs: number;
  /** Of the file or object. */
  bytes: number;
  rows: number;
}

/** Hours after which a backup is old, if `BACKUP_MAX_AGE_HOURS` says nothing else. */
const defaultMaxAgeHours = 48;

/** Stores that a backup was completed. */
export async function recordBackup(sql: Sql, backup: CompletedBackup): Promise<void> {
  const { place, createdAt, durationMs, bytes, rows } = backup;
  const destination = isStorageUrl(place) ? 'object_storage' : 'file';
  const sizes = { durationMs: Math.round(durationMs), bytes: String(bytes), rows: String(rows) };
  await typed(sql, 'record_backup', backups)
    .insertInto('backups')
    .values({ createdAt, ...sizes, destination })
    .execute();
}

/** How old the last backup may be and is, in seconds. */
export interface BackupAge {
  /** Of the last backup; without one, of the database. */
  seconds: number;
  /** When the last backup was made; null without one. */
  lastAt: Date | null;
  maxSeconds: number;
}

/**
 * The age of the last backup. Not typed: an age by the database's clock, of a backup or of the first migration.
 * @param maxAgeHours the hours after which it is old; undefined if none is asked for
 * @returns null if there is none and none is asked for
 */
export async function readBackupAge(sql: Sql, maxAgeHours: number | undefined): Promise<BackupAge | null> {
  const { rows } = await sql.query<{ seconds: number; lastAt: Date | null }>({
    name: 'backup_age',
    text: `/* backup_age */ select last as "lastAt", greatest(extract(epoch from now() - coalesce(last, migrated)), 0)::float8 as seconds
      from (select max(created_at) as last from backups) b, (select min(executed_at) as migrated from mikro_orm_migrations) m`,
  });
  const { seconds = 0, lastAt = null } = rows[0] ?? {};
  if (lastAt === null && maxAgeHours === undefined) return null;
  return { seconds, lastAt, maxSeconds: (maxAgeHours ?? defaultMaxAgeHours) * 3_600 };
}

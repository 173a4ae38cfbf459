import { migrationTable } from '../database/migrate.js';
import type { Sql } from '../database/sql.js';
import { fromNow, typed } from '../database/typed-sql.js';
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
 * The age of the last backup.
 * @param maxAgeHours the hours after which it is old; undefined if none is asked for
 * @returns null if there is none and none is asked for
 */
export async function readBackupAge(sql: Sql, maxAgeHours: number | undefined): Promise<BackupAge | null> {
  const { last, migrated, now } = await typed(sql, 'backup_age', backups, migrationTable)
    .selectFrom('mikro_orm_migrations')
    .select(({ fn, selectFrom }) => [
      fn.min<Date | string>('executedAt').as('migrated'),
      selectFrom('backups')
        .select((backup) => backup.fn.max<Date | string>('createdAt').as('at'))
        .as('last'),
      fromNow(0).as('now'),
    ])
    .executeTakeFirstOrThrow();
  const lastAt = last === null ? null : new Date(last);
  if (lastAt === null && maxAgeHours === undefined) return null;
  const seconds = Math.max((new Date(now).getTime() - (lastAt ?? new Date(migrated)).getTime()) / 1_000, 0);
  return { seconds, lastAt, maxSeconds: (maxAgeHours ?? defaultMaxAgeHours) * 3_600 };
}

import type { Sql } from '../database/sql.js';
import { shareReading, watched } from '../metrics/index.js';
import { readBackupAge } from './last-backup.js';

const age = watched(
  'backup_age_seconds',
  'Age of the last backup of `workspace-automation backup`; without one, of the database if `BACKUP_MAX_AGE_HOURS` is set, and otherwise 0. All processes show the same: take the maximum.',
);
const maxAge = watched(
  'backup_max_age_seconds',
  'Age from which the last backup is too old: `BACKUP_MAX_AGE_HOURS`, or two days. 0 if there is no backup and the setting is not set.',
);

/**
 * Shows the age of the last backup as metrics.
 * @param maxAgeHours the hours after which it is old; undefined if no backup is asked for
 * @returns ends that
 */
export function watchBackups(sql: Sql, maxAgeHours: number | undefined): () => void {
  const read = shareReading(() => readBackupAge(sql, maxAgeHours).catch(() => null));
  const ends = [
    age.watch(async () => (await read())?.seconds ?? 0),
    maxAge.watch(async () => (await read())?.maxSeconds ?? 0),
  ];
  return () => {
    for (const end of ends) end();
  };
}

import { readBackupAge } from '../../platform/backup/index.js';
import { countOf } from '../amounts.js';
import { type Check, type Finding, ok, skipped, warning } from './check.js';
import type { DatabaseSubject } from './database-checks.js';

/** How old the last backup is. */
export const backupCheck: Check<Pick<DatabaseSubject, 'pool' | 'config'>> = { name: 'backup', examine };

async function examine({ pool, config }: Pick<DatabaseSubject, 'pool' | 'config'>): Promise<Finding> {
  const age = await readBackupAge(pool, config.backupMaxAgeHours);
  if (!age) return skipped('No backup was made. Set BACKUP_MAX_AGE_HOURS to be warned about that.');
  const { lastAt, seconds, maxSeconds } = age;
  const message = lastAt
    ? `The last backup is of ${lastAt.toISOString()}, ${inHours(seconds)} ago.`
    : `No backup was made since the database was created ${inHours(seconds)} ago.`;
  if (seconds <= maxSeconds) return ok(message);
  return warning(
    `${message} The limit is ${countOf(maxSeconds / 3_600, 'hour')}.`,
    'Run workspace-automation backup, and see why its schedule did not.',
  );
}

function inHours(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  return hours === 0 ? 'less than an hour' : countOf(hours, 'hour');
}

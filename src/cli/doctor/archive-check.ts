import { existsSync } from 'node:fs';
import type pg from 'pg';
import type { Config } from '../../config/index.js';
import { basesFolder, findGap, listBases, listSegments, readArchiver } from '../../platform/wal-archive/index.js';
import { type Check, type Finding, failed, ok, skipped, warning } from './check.js';

/** Age of the newest base backup from which the doctor warns: servers take one each day. */
const oldBaseMs = 48 * 3_600_000;

interface ArchiveSubject {
  config: Pick<Config, 'walArchiveDir' | 'databaseUrl'>;
  pool: pg.Pool;
}

/** Whether any time can be restored. */
export const archiveCheck: Check<ArchiveSubject> = { name: 'wal_archive', examine };

async function examine({ config, pool }: ArchiveSubject): Promise<Finding> {
  const { walArchiveDir: archive, databaseUrl } = config;
  if (!archive) return skipped('Not configured. Set WAL_ARCHIVE_DIR to restore any time.');
  if (databaseUrl) {
    return warning('WAL_ARCHIVE_DIR has no effect with DATABASE_URL.', 'Archive the log of your own Postgres.');
  }
  const state = await readArchiver(pool);
  if (!state?.archives) return warning('Postgres does not archive its log yet.', 'Stop the server and start it again.');
  if (state.isFailing && state.failedAt) {
    return failed(
      `Postgres could not archive ${state.file} at ${new Date(state.failedAt).toISOString()}.`,
      `Correct what postgres.log in DATA_DIR says; ${archive} must be writable and not be full. Until then the log fills the disk.`,
    );
  }
  return examineBases(archive);
}

async function examineBases(archive: string): Promise<Finding> {
  const bases = existsSync(basesFolder(archive)) ? await listBases(archive) : [];
  const newest = bases.at(-1);
  const cure = 'Start the server, which takes a base backup, or run workspace-automation base-backup.';
  if (!newest) return warning(`${archive} has no base backup, so nothing can be restored from it.`, cure);
  const gap = findGap(newest, await listSegments(archive));
  if (gap) return failed(`The file ${gap} is missing in ${archive}: later times cannot be restored.`, cure);
  const at = newest.finishedAt;
  if (Date.now() - at.getTime() > oldBaseMs) return warning(`The last base backup is of ${at.toISOString()}.`, cure);
  return ok(`${archive} restores any time since ${bases[0]?.finishedAt.toISOString()}.`);
}

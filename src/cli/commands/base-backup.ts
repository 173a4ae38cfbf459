import { packageVersion } from '../../app/package-version.js';
import { loadConfig } from '../../config/index.js';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/index.js';
import { archiving, takeBaseBackup } from '../../platform/wal-archive/index.js';
import { type Answer, type Context, defineCommand } from '../command.js';

/** Takes a base backup into the archive. */
export const baseBackup = defineCommand({
  name: 'base-backup',
  summary: 'Copy the files of the embedded database into the archive now',
  notes: 'A server with WAL_ARCHIVE_DIR does so each day. The server may run meanwhile.',
  examples: ['base-backup'],
  run: (context) => take(context),
});

async function take({ env, progress }: Context): Promise<Answer> {
  const { databaseUrl, dataDir, walArchiveDir: archive } = loadConfig(env);
  if (databaseUrl)
    throw new Error('DATABASE_URL names a Postgres of your own: use its own tools, for example pg_basebackup.');
  if (!archive) throw new Error('WAL_ARCHIVE_DIR is required: the folder in which the database is archived.');
  const postgres = await startEmbeddedPostgres({
    dataDir,
    whenInUse: 'share',
    onProgress: progress,
    ...archiving(archive),
  });
  try {
    const { adminUrl } = postgres;
    const base = await takeBaseBackup({ dataDir, adminUrl, archive, release: packageVersion() });
    return {
      data: base,
      lines: [`Base backup ${base.name} taken: any time since ${base.finishedAt.toISOString()} can be restored.`],
    };
  } finally {
    await postgres.stop();
  }
}

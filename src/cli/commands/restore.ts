import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  inspectBackup,
  type RestoreReport,
  restoreDatabase,
  type Verified,
} from '../../app/backup/restore-database.js';
import { restoreToTime } from '../../app/backup/restore-to-time.js';
import { type Config, loadConfig, storageSettings } from '../../config/index.js';
import { archiveSource } from '../../platform/backup/index.js';
import { keysPath, readOrCreateInstanceKeys, type VaultKey } from '../../platform/instance-keys.js';
import { isStorageUrl } from '../../platform/object-storage/index.js';
import { countOf } from '../amounts.js';
import { type Answer, type Context, defineCommand, UsageError } from '../command.js';
import { copyProgress } from '../copy-progress.js';
import { onePlace } from '../one-place.js';
import { connectDatabase, withNewDatabase } from '../open-database.js';
import { recordCommand } from '../record-command.js';
import { untilSignal } from '../until-signal.js';

/** Restores a backup into an empty database, which no server uses. */
export const restore = defineCommand<{ from?: string; check?: boolean; toTime?: string }>({
  name: 'restore',
  summary: 'Restore a backup into an empty database, and verify it',
  notes:
    'The database is that of DATABASE_URL, or a new one in DATA_DIR. The exit code is 1 if anything does not match.',
  args: {
    '[source]':
      'what `backup` wrote, a file or s3://bucket/key; or with --to-time the folder that WAL_ARCHIVE_DIR names',
  },
  options: {
    '--from <source>': 'the same as the argument',
    '--check': 'only read the backup to its end and verify it',
    '--to-time <time>': 'restore an archive as it was at this time, into a new DATA_DIR',
  },
  examples: [
    'restore /backup/nightly.backup',
    'restore /backup/nightly.backup --check',
    'restore --from s3://backups/production/nightly.backup',
    'restore /archive --to-time 2026-01-02T03:04:05Z',
  ],
  run(context, { from, check, toTime }, argument) {
    const source = onePlace('--from', from, argument);
    if (check && toTime !== undefined) throw new UsageError('--check is not allowed with --to-time.');
    if (toTime !== undefined) return restoreArchive(resolve(source), readTime(toTime), context);
    return check ? checkFile(source, context) : restoreFile(source, context);
  },
});

function readTime(text: string): Date {
  const isComplete = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const time = new Date(isComplete ? text : Number.NaN);
  if (Number.isNaN(time.getTime())) {
    throw new UsageError('--to-time must be a time with a time zone, for example 2026-01-02T03:04:05Z.');
  }
  if (time > new Date()) throw new UsageError('--to-time must not be in the future.');
  return time;
}

async function restoreArchive(archive: string, to: Date, context: Context): Promise<Answer> {
  const config = loadConfig(context.env);
  if (config.databaseUrl) {
    throw new Error('An archive is restored into a new DATA_DIR. Run the command without DATABASE_URL.');
  }
  const { dataDir } = config;
  const keys = await readKeys(config);
  const report = await untilSignal((signal) =>
    restoreToTime({ archive, to, dataDir, onStep: context.progress, ...keys, signal }),
  );
  const database = await connectDatabase({ ...config, walArchiveDir: undefined }, context);
  try {
    const details = { to: report.restoredTo };
    await recordCommand(database.pool, (_, record) => record({ action: 'restoreDatabase', details }));
  } finally {
    await database.close();
  }
  const lines = [`Restored the database as of ${report.restoredTo}.`, ...verifiedLines(report)];
  return { data: report, lines, failed: report.problems.length > 0 };
}

async function checkFile(file: string, { env }: Context): Promise<Answer> {
  // A file is checked without any settings.
  const source = isStorageUrl(file) ? archiveSource(file, storageSettings(loadConfig(env))) : file;
  const header = await inspectBackup(source, null, '');
  const { createdAt, release, keys } = header;
  return {
    data: header,
    lines: [
      `${file} is complete: a backup of ${createdAt}, by release ${release}.`,
      ...(keys.length > 0 ? [`Its secrets need the vault keys ${keys.join(', ')}.`] : []),
    ],
  };
}

async function restoreFile(file: string, context: Context): Promise<Answer> {
  const { progress } = context;
  const config = loadConfig(context.env);
  const { keys, keysFrom } = await readKeys(config);
  const source = archiveSource(file, storageSettings(config));
  progress('Checking the backup …');
  const header = await inspectBackup(source, keys, keysFrom);
  return withNewDatabase(context, async (pool, _, url) => {
    const onProgress = copyProgress(context, 'restored');
    const report = await restoreDatabase({
      file: source,
      header,
      url,
      pool,
      keys,
      keysFrom,
      onStep: progress,
      onProgress,
    });
    const { createdAt, rows, problems } = report;
    await recordCommand(pool, (__, record) => record({ action: 'restoreDatabase', details: { createdAt, rows } }));
    return { data: report, lines: linesOf(report), failed: problems.length > 0 };
  });
}

/** The vault keys of the server. Never creates keys: a backup needs those that it was made with. */
export async function readKeys({
  vaultKeys,
  dataDir,
}: Config): Promise<{ keys: readonly VaultKey[]; keysFrom: string }> {
  if (vaultKeys) return { keys: vaultKeys, keysFrom: 'VAULT_KEYS' };
  const keysFrom = keysPath(dataDir);
  return { keys: existsSync(keysFrom) ? (await readOrCreateInstanceKeys(dataDir)).vaultKeys : [], keysFrom };
}

function linesOf(report: RestoreReport): string[] {
  const { rows, tables, createdAt } = report;
  return [
    `Restored the backup of ${createdAt}.`,
    `Rows      ${rows} of ${countOf(Object.keys(tables).length, 'table')}, all hashes match.`,
    ...verifiedLines(report),
  ];
}

function verifiedLines({ vault, ledger, audit, problems }: Verified): string[] {
  return [
    `Secrets   ${vault.opened} decrypted, ${vault.unreadable} cannot be decrypted.`,
    `Ledger    ${countOf(ledger.wallets, 'wallet')}, ${countOf(ledger.transfers, 'transfer')}, ${ledger.problems} do not match.`,
    `Audit log ${countOf(audit.entries, 'entry', 'entries')} in ${countOf(audit.logs, 'log')}, ${countOf(audit.problems, 'problem')}.`,
    ...problems,
  ];
}

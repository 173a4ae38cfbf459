import { existsSync } from 'node:fs';
import { inspectBackup, type RestoreReport, restoreDatabase } from '../../app/backup/restore-database.js';
import { type Config, loadConfig } from '../../config/index.js';
import { keysPath, readOrCreateInstanceKeys, type VaultKey } from '../../platform/instance-keys.js';
import { type Answer, type Context, defineCommand } from '../command.js';
import { copyProgress } from '../copy-progress.js';
import { withNewDatabase } from '../open-database.js';
import { recordCommand } from '../record-command.js';

/** Restores a backup into an empty database, which no server uses. */
export const restore = defineCommand<{ check?: boolean }>({
  name: 'restore',
  summary: 'Restore a backup into an empty database, and verify it',
  notes:
    'The database is that of DATABASE_URL, or a new one in DATA_DIR. The exit code is 1 if anything does not match.',
  args: { '<file>': 'a file that `backup` wrote' },
  options: { '--check': 'only read the file to its end and verify it' },
  examples: ['restore /backup/nightly.backup', 'restore /backup/nightly.backup --check'],
  run: (context, { check }, file = '') => (check ? checkFile(file) : restoreFile(file, context)),
});

async function checkFile(file: string): Promise<Answer> {
  const header = await inspectBackup(file, null, '');
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
  const { keys, keysFrom } = await readKeys(loadConfig(context.env));
  progress('Checking the file …');
  const header = await inspectBackup(file, keys, keysFrom);
  return withNewDatabase(context, async (pool, _, url) => {
    const onProgress = copyProgress(context, 'restored');
    const report = await restoreDatabase({ file, header, url, pool, keys, keysFrom, onStep: progress, onProgress });
    const { createdAt, rows, problems } = report;
    await recordCommand(pool, (__, record) => record({ action: 'restoreDatabase', details: { createdAt, rows } }));
    return { data: report, lines: linesOf(report), failed: problems.length > 0 };
  });
}

/** Never creates keys: a backup needs those that it was made with. */
async function readKeys({ vaultKeys, dataDir }: Config): Promise<{ keys: readonly VaultKey[]; keysFrom: string }> {
  if (vaultKeys) return { keys: vaultKeys, keysFrom: 'VAULT_KEYS' };
  const keysFrom = keysPath(dataDir);
  return { keys: existsSync(keysFrom) ? (await readOrCreateInstanceKeys(dataDir)).vaultKeys : [], keysFrom };
}

function linesOf({ rows, tables, vault, ledger, audit, problems, createdAt }: RestoreReport): string[] {
  return [
    `Restored the backup of ${createdAt}.`,
    `Rows      ${rows} of ${Object.keys(tables).length} tables, all hashes match.`,
    `Secrets   ${vault.opened} decrypted, ${vault.unreadable} cannot be decrypted.`,
    `Ledger    ${ledger.wallets} wallets, ${ledger.transfers} transfers, ${ledger.problems} do not match.`,
    `Audit log ${audit.entries} entries in ${audit.logs} logs, ${audit.problems} problems.`,
    ...problems,
  ];
}

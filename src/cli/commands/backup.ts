import type pg from 'pg';
import { backUpDatabase } from '../../app/backup/backup-database.js';
import { type Config, storageSettings } from '../../config/index.js';
import { recordBackup } from '../../platform/backup/index.js';
import { keysPath } from '../../platform/instance-keys.js';
import { aboutStorages, newArchive } from '../about-storages.js';
import { countOf, sizeOf } from '../amounts.js';
import { type Answer, type Context, defineCommand } from '../command.js';
import { copyProgress } from '../copy-progress.js';
import { onePlace } from '../one-place.js';
import { withDatabase } from '../open-database.js';
import { recordCommand } from '../record-command.js';

/** Writes a copy of the database. */
export const backup = defineCommand<{ to?: string }>({
  name: 'backup',
  summary: 'Write a consistent copy of the database to a file or an object storage',
  notes: `Servers may run meanwhile. The copy does not contain the vault keys: keep them in another place. ${aboutStorages}`,
  args: { '[target]': newArchive },
  options: { '--to <target>': 'the same as the argument' },
  examples: [
    'backup /backup',
    'backup /backup/before-upgrade.backup --json',
    'backup --to s3://backups/production/nightly.backup',
  ],
  run(context, { to }, argument) {
    const target = onePlace('--to', to, argument);
    return withDatabase(context, (pool, config) => writeBackup(pool, config, target, context));
  },
});

async function writeBackup(pool: pg.Pool, config: Config, target: string, context: Context): Promise<Answer> {
  const began = performance.now();
  const result = await backUpDatabase(pool, target, storageSettings(config), copyProgress(context, 'read'));
  const { file, bytes, rows, tables, keys } = result;
  const durationMs = performance.now() - began;
  await recordCommand(pool, async (sql, record) => {
    await recordBackup(sql, { ...result, place: file, durationMs });
    await record({ action: 'backUpDatabase', details: { rows } });
  });
  const source = config.vaultKeys ? 'VAULT_KEYS' : keysPath(config.dataDir);
  const aboutKeys = [
    `It does not contain the vault keys ${keys.join(', ')}, without which its secrets cannot be decrypted.`,
    `Keep a copy of ${source} in another place.`,
  ];
  return {
    data: result,
    lines: [
      `${file}: ${countOf(rows, 'row')} of ${countOf(tables, 'table')}, ${sizeOf(bytes)}.`,
      ...(keys.length > 0 ? aboutKeys : []),
    ],
  };
}

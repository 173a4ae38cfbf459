// Required by the decorators of the modules.
import 'reflect-metadata';
import { Command } from 'commander';
import type pg from 'pg';
import { encryptedColumns, instanceColumns } from '../app/collect-modules.js';
import type { Config } from '../config/index.js';
import { addVaultKey, readOrCreateInstanceKeys, type VaultKey } from '../platform/instance-keys.js';
import { type Progress, rotateDataKeys, rotateInstanceKey } from '../platform/vault/index.js';
import { print, withDatabase } from './open-database.js';
import { recordCommand } from './record-command.js';

/** Replaces the keys that encrypt secrets, while servers run. An interrupted rotation continues at the next call. */
async function main(): Promise<void> {
  const program = new Command('rotate-keys').description(
    'Replace the keys that encrypt secrets. Servers may run meanwhile. An interrupted rotation continues when you run the command again.',
  );
  program
    .command('instance')
    .description(
      'encrypt every data key with the first of VAULT_KEYS, or with a new key when the server stores its own keys',
    )
    .action(() => withDatabase(rotateInstance));
  program
    .command('data')
    .description('give each workspace a new data key and encrypt its secrets with it')
    .option('--workspace <id>', 'only this workspace')
    .option(
      '--grace <seconds>',
      'seconds for which servers may still write texts encrypted with the old key',
      Number,
      5,
    )
    .action((options: DataOptions) => withDatabase((pool, config) => rotateData(pool, config, options)));
  await program.parseAsync();
}

async function rotateInstance(pool: pg.Pool, config: Config): Promise<void> {
  const { onProgress, last } = progressLines();
  const addKey = config.vaultKeys ? undefined : () => addVaultKey(config.dataDir);
  const { keyId, added, wrapped } = await rotateInstanceKey({
    ...{ pool, readKeys: keysOf(config), instanceColumns, addKey, onProgress },
  });
  last();
  await recordCommand(pool, (_, record) => record({ action: 'rotateInstanceKey', details: { wrapped } }));
  print(`${count(wrapped, 'data key')} encrypted with the ${added ? 'new ' : ''}instance key ${keyId}.`);
  if (addKey && !added) print('This completed an earlier rotation. Run the command again to create another key.');
  if (!addKey) print('You can remove the other keys of VAULT_KEYS when every server was started with this one first.');
}

interface DataOptions {
  workspace?: string;
  grace: number;
}

async function rotateData(pool: pg.Pool, config: Config, { workspace, grace }: DataOptions): Promise<void> {
  if (!(grace >= 0)) throw new Error('--grace must be a number of seconds, at least 0.');
  if (workspace) await requireWorkspace(pool, workspace);
  const { onProgress, last } = progressLines();
  const { resumed, keys, texts, damaged } = await rotateDataKeys({
    pool,
    readKeys: keysOf(config),
    columns: encryptedColumns,
    instanceColumns,
    workspaceId: workspace,
    graceMs: grace * 1_000,
    onProgress,
  });
  last();
  await recordCommand(pool, (_, record) =>
    record({ action: 'rotateDataKeys', workspaceId: workspace, details: { keys, texts, damaged: damaged.length } }),
  );
  if (resumed) print('This completed an earlier rotation. Run the command again to create other keys.');
  print(`${count(keys, 'new data key')}, ${count(texts, 'text')} encrypted again.`);
  if (damaged.length === 0) return;
  throw new Error(
    `${count(damaged.length, 'text')} could not be decrypted and were not changed:\n${damaged.join('\n')}`,
  );
}

function keysOf({ vaultKeys, dataDir }: Config): () => Promise<VaultKey[]> {
  return async () => vaultKeys ?? (await readOrCreateInstanceKeys(dataDir)).vaultKeys;
}

async function requireWorkspace(pool: pg.Pool, id: string): Promise<void> {
  const { rowCount } = await pool.query('/* workspace_exists */ select from workspaces where id::text = $1', [id]);
  if (!rowCount) throw new Error(`Workspace ${id} not found. --workspace must be the ID of a workspace.`);
}

/** Prints the first and the last line of each part, and at most one line per second between them. */
function progressLines(): { onProgress: (progress: Progress) => void; last: () => void } {
  let part = '';
  let reported = 0;
  let pending = '';
  const last = () => {
    if (pending) print(pending);
    pending = '';
  };
  return {
    last,
    onProgress({ what, done, total }) {
      const isNewPart = what !== part;
      if (isNewPart) last();
      part = what;
      pending = `${what}: ${done} of ${Math.max(done, total)}`;
      if (!isNewPart && performance.now() - reported < 1_000) return;
      reported = performance.now();
      last();
    },
  };
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

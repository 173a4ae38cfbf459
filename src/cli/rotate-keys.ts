// What the slices declare needs it.
import 'reflect-metadata';
import { Command } from 'commander';
import type pg from 'pg';
import { encryptedColumns } from '../app/collect-modules.js';
import type { Config } from '../config/index.js';
import { addVaultKey, readOrCreateInstanceKeys, type VaultKey } from '../platform/instance-keys.js';
import { type Progress, rotateDataKeys, rotateInstanceKey } from '../platform/vault/index.js';
import { print, withDatabase } from './open-database.js';

/** Replaces the keys that secrets are sealed with, while servers run. Killed, it goes on when it is called again. */
async function main(): Promise<void> {
  const program = new Command('rotate-keys').description(
    'Replaces the keys that secrets are sealed with. Servers may run meanwhile; killed, it goes on when called again.',
  );
  program
    .command('instance')
    .description('wrap every data key with the first of VAULT_KEYS, or with a new key where the instance keeps its own')
    .action(() => withDatabase(rotateInstance));
  program
    .command('data')
    .description('give each workspace a new data key and seal its secrets with it')
    .option('--workspace <id>', 'this workspace only')
    .option(
      '--grace <seconds>',
      'how long servers may go on writing what they sealed before they heard of it',
      Number,
      5,
    )
    .action((options: DataOptions) => withDatabase((pool, config) => rotateData(pool, config, options)));
  await program.parseAsync();
}

async function rotateInstance(pool: pg.Pool, config: Config): Promise<void> {
  const { onProgress, last } = progressLines();
  const addKey = config.vaultKeys ? undefined : () => addVaultKey(config.dataDir);
  const { keyId, added, wrapped } = await rotateInstanceKey({ pool, readKeys: keysOf(config), addKey, onProgress });
  last();
  print(`${count(wrapped, 'data key')} wrapped with the ${added ? 'new ' : ''}instance key ${keyId}.`);
  if (addKey && !added) print('An earlier rotation is finished by this. Call again for yet another key.');
  if (!addKey) print('The other keys of VAULT_KEYS can go once every server has been started with this one first.');
}

interface DataOptions {
  workspace?: string;
  grace: number;
}

async function rotateData(pool: pg.Pool, config: Config, { workspace, grace }: DataOptions): Promise<void> {
  if (!(grace >= 0)) throw new Error('--grace is a number of seconds, 0 or more.');
  if (workspace) await requireWorkspace(pool, workspace);
  const { onProgress, last } = progressLines();
  const { resumed, keys, texts, damaged } = await rotateDataKeys({
    pool,
    readKeys: keysOf(config),
    columns: encryptedColumns,
    workspaceId: workspace,
    graceMs: grace * 1_000,
    onProgress,
  });
  last();
  if (resumed) print('An earlier rotation is finished by this. Call again for yet other keys.');
  print(`${count(keys, 'new data key')}, ${count(texts, 'text')} sealed again.`);
  if (damaged.length === 0) return;
  throw new Error(`${count(damaged.length, 'text')} did not open and stay as they are:\n${damaged.join('\n')}`);
}

function keysOf({ vaultKeys, dataDir }: Config): () => Promise<VaultKey[]> {
  return async () => vaultKeys ?? (await readOrCreateInstanceKeys(dataDir)).vaultKeys;
}

async function requireWorkspace(pool: pg.Pool, id: string): Promise<void> {
  const { rowCount } = await pool.query('/* workspace_exists */ select from workspaces where id::text = $1', [id]);
  if (!rowCount) throw new Error(`There is no workspace ${id}. Give the id of one.`);
}

/** The first and the last line of each part, and between them one a second. */
function progressLines(): { onProgress: (progress: Progress) => void; last: () => void } {
  let part = '';
  let reported = 0;
  let untold = '';
  const last = () => {
    if (untold) print(untold);
    untold = '';
  };
  return {
    last,
    onProgress({ what, done, total }) {
      const begins = what !== part;
      if (begins) last();
      part = what;
      untold = `${what}: ${done} of ${Math.max(done, total)}`;
      if (!begins && performance.now() - reported < 1_000) return;
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

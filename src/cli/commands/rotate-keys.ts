import type pg from 'pg';
import { encryptedColumns, instanceColumns } from '../../app/collect-modules.js';
import type { Config } from '../../config/index.js';
import type { Workspace } from '../../contexts/accounts/workspaces/index.js';
import { tableOf, typed } from '../../platform/database/typed-sql.js';
import { addVaultKey, readOrCreateInstanceKeys, type VaultKey } from '../../platform/instance-keys.js';
import { type Progress, rotateDataKeys, rotateInstanceKey } from '../../platform/vault/index.js';
import { type Answer, type Context, defineCommand, type Group, UsageError } from '../command.js';
import { withDatabase } from '../open-database.js';
import { recordCommand } from '../record-command.js';

const interrupted = 'Servers may run meanwhile. An interrupted rotation continues when you run the command again.';

const instance = defineCommand({
  name: 'rotate-keys instance',
  summary: 'Encrypt every data key with the first of VAULT_KEYS',
  notes: `When the server stores its own keys, it first creates a new one. ${interrupted}`,
  examples: ['rotate-keys instance'],
  run: (context) => withDatabase(context, (pool, config) => rotateInstance(pool, config, context)),
});

interface DataOptions {
  workspace?: string;
  grace: string;
}

const data = defineCommand<DataOptions>({
  name: 'rotate-keys data',
  summary: 'Give each workspace a new data key and encrypt its secrets with it',
  notes: interrupted,
  options: {
    '--workspace <id>': 'only this workspace',
    '--grace <seconds>': {
      description: 'seconds for which servers may still write texts encrypted with the old key',
      default: '5',
    },
  },
  examples: ['rotate-keys data', 'rotate-keys data --workspace 0198f2b0-7f1c-7c3e-9a51-2f1f0d9c2b11'],
  run(context, { workspace, grace: text }) {
    const grace = text.trim() === '' ? Number.NaN : Number(text);
    if (!(grace >= 0)) throw new UsageError('--grace must be a number of seconds, at least 0.');
    return withDatabase(context, (pool, config) => rotateData(pool, config, { workspace, grace }, context));
  },
});

/** Replaces the keys that encrypt secrets. */
export const rotateKeys: Group = {
  name: 'rotate-keys',
  summary: 'Replace the keys that encrypt secrets',
  commands: [instance, data],
};

async function rotateInstance(pool: pg.Pool, config: Config, context: Context): Promise<Answer> {
  const { onProgress, last } = progressLines(context);
  const addKey = config.vaultKeys ? undefined : () => addVaultKey(config.dataDir);
  const { keyId, added, wrapped } = await rotateInstanceKey({
    pool,
    readKeys: keysOf(config),
    instanceColumns,
    addKey,
    onProgress,
  });
  last();
  await recordCommand(pool, (_, record) => record({ action: 'rotateInstanceKey', details: { wrapped } }));
  const next = addKey
    ? 'This completed an earlier rotation. Run the command again to create another key.'
    : 'You can remove the other keys of VAULT_KEYS when every server was started with this one first.';
  return {
    data: { keyId, added, wrapped },
    lines: [
      `${count(wrapped, 'data key')} encrypted with the ${added ? 'new ' : ''}instance key ${keyId}.`,
      ...(added ? [] : [next]),
    ],
  };
}

interface Rotation {
  workspace: string | undefined;
  grace: number;
}

async function rotateData(
  pool: pg.Pool,
  config: Config,
  { workspace, grace }: Rotation,
  context: Context,
): Promise<Answer> {
  if (workspace) await requireWorkspace(pool, workspace);
  const { onProgress, last } = progressLines(context);
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
  const unread = `${count(damaged.length, 'text')} could not be decrypted and were not changed:`;
  return {
    data: { resumed, keys, texts, damaged },
    failed: damaged.length > 0,
    lines: [
      ...(resumed ? ['This completed an earlier rotation. Run the command again to create other keys.'] : []),
      `${count(keys, 'new data key')}, ${count(texts, 'text')} encrypted again.`,
      ...(damaged.length > 0 ? [unread, ...damaged] : []),
    ],
  };
}

function keysOf({ vaultKeys, dataDir }: Config): () => Promise<VaultKey[]> {
  return async () => vaultKeys ?? (await readOrCreateInstanceKeys(dataDir)).vaultKeys;
}

async function requireWorkspace(pool: pg.Pool, id: string): Promise<void> {
  const found = await typed(pool, 'workspace_exists', tableOf<Workspace>()('workspaces'))
    .selectFrom('workspaces')
    .select('id')
    .where(({ cast }) => cast<string>('id', 'text'), '=', id)
    .executeTakeFirst();
  if (!found) throw new Error(`Workspace ${id} not found. --workspace must be the ID of a workspace.`);
}

/** Reports the first and the last line of each part, and at most one line per second between them. */
function progressLines({ progress }: Context): { onProgress: (progress: Progress) => void; last: () => void } {
  let part = '';
  let reported = 0;
  let pending = '';
  const last = () => {
    if (pending) progress(pending);
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

import type pg from 'pg';
import { type LimitChanges, setLimits } from '../../contexts/accounts/quotas/index.js';
import type { Workspace } from '../../contexts/accounts/workspaces/index.js';
import { tableOf, typed } from '../../platform/database/typed-sql.js';
import { type QuotaName, quotaNames } from '../../platform/quota-names.js';
import { type Answer, columns, defineCommand, type Group, UsageError, wholeNumber } from '../command.js';
import { withDatabase } from '../open-database.js';
import { recordCommand } from '../record-command.js';

const workspaceArg = { '<workspace>': 'the ID of the workspace' };
const used = 'Servers that run use changes at once.';

const show = defineCommand({
  name: 'quotas show',
  summary: 'Show what is set for a workspace',
  notes: 'Quotas without a limit of their own have that of the server.',
  args: workspaceArg,
  examples: ['quotas show 0198f2b0-7f1c-7c3e-9a51-2f1f0d9c2b11'],
  run: (context, _, workspace = '') => withDatabase(context, (pool) => describe(pool, workspace)),
});

const set = defineCommand({
  name: 'quotas set',
  summary: 'Set a quota of a workspace',
  notes: used,
  args: {
    ...workspaceArg,
    '<quota>': `one of ${quotaNames.join(', ')}`,
    '<limit>': 'a whole number, or "default" for the limit of the server',
  },
  examples: [`quotas set 0198f2b0-7f1c-7c3e-9a51-2f1f0d9c2b11 ${quotaNames[0]} 200`],
  run: (context, _, workspace = '', quota = '', limit = '') => {
    const changes = { quotas: { [readName(quota)]: readLimit(limit) } };
    return withDatabase(context, (pool) => change(pool, workspace, changes));
  },
});

const setWeight = defineCommand({
  name: 'quotas set-weight',
  summary: 'Set the share of a workspace beside others',
  notes: used,
  args: { ...workspaceArg, '<weight>': 'from 1 (the default) to 100' },
  examples: ['quotas set-weight 0198f2b0-7f1c-7c3e-9a51-2f1f0d9c2b11 5'],
  run: (context, _, workspace = '', weight = '') => {
    const changes = { weight: wholeNumber('The weight', weight, 1, 100) };
    return withDatabase(context, (pool) => change(pool, workspace, changes));
  },
});

/** Shows and changes the quotas of workspaces and their weights. */
export const quotas: Group = {
  name: 'quotas',
  summary: 'Show and change the quotas of workspaces and their weights',
  commands: [show, set, setWeight],
};

async function describe(pool: pg.Pool, workspaceId: string): Promise<Answer> {
  const workspace = await typed(pool, 'show_limits', tableOf<Workspace>()('workspaces'))
    .selectFrom('workspaces')
    .select(['name', 'quotas', 'workWeight as weight'])
    .where(({ cast }) => cast<string>('id', 'text'), '=', workspaceId)
    .executeTakeFirst();
  if (!workspace) throw notFound(workspaceId);
  const own = workspace.quotas as Partial<Record<QuotaName, number>>;
  const limits = quotaNames.map((name) => [name, own[name] ?? null] as const);
  return {
    data: { workspaceId, ...workspace, quotas: Object.fromEntries(limits) },
    lines: [
      `${workspace.name}  weight ${workspace.weight}`,
      ...columns(limits.map(([name, limit]) => [name, limit ?? 'default'])),
    ],
  };
}

async function change(pool: pg.Pool, workspaceId: string, changes: LimitChanges): Promise<Answer> {
  await recordCommand(pool, async (sql, record) => {
    if (!(await setLimits(sql, workspaceId, changes))) throw notFound(workspaceId);
    await record({ action: 'setQuotas', workspaceId, details: { ...changes } });
  });
  return describe(pool, workspaceId);
}

function readName(text: string): QuotaName {
  const name = quotaNames.find((one) => one === text);
  if (name) return name;
  throw new UsageError(`The quota must be one of ${quotaNames.join(', ')}.`);
}

function readLimit(text: string): number | null {
  return text === 'default' ? null : wholeNumber('The limit', text, 1, Number.MAX_SAFE_INTEGER);
}

function notFound(workspaceId: string): Error {
  return new Error(`Workspace ${workspaceId} not found. Give its ID.`);
}

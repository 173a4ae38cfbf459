// Required by the decorators of the modules.
import 'reflect-metadata';
import { Command } from 'commander';
import type pg from 'pg';
import { type LimitChanges, setLimits } from '../contexts/accounts/quotas/index.js';
import { type QuotaName, quotaNames } from '../platform/quota-names.js';
import { print, withDatabase } from './open-database.js';
import { recordCommand } from './record-command.js';

/** Shows and changes the quotas of workspaces and their weights. Servers that run use them at once. */
async function main(): Promise<void> {
  const program = new Command('quotas').description('Show and change the quotas of workspaces and their weights.');
  program
    .command('show <workspace>')
    .description('show what is set for a workspace, by its ID; the other quotas are those of the server')
    .action((workspace: string) => withDatabase((pool) => show(pool, workspace)));
  program
    .command('set <workspace> <quota> <limit>')
    .description(`set a quota: ${quotaNames.join(', ')}; the limit "default" is that of the server`)
    .action((workspace: string, quota: string, limit: string) =>
      withDatabase((pool) => change(pool, workspace, { quotas: { [readName(quota)]: readLimit(limit) } })),
    );
  program
    .command('set-weight <workspace> <weight>')
    .description('set the share of a workspace beside others, from 1 (the default) to 100')
    .action((workspace: string, weight: string) =>
      withDatabase((pool) => change(pool, workspace, { weight: readNumber('The weight', weight, 100) })),
    );
  await program.parseAsync();
}

async function show(pool: pg.Pool, workspaceId: string): Promise<void> {
  const { rows } = await pool.query<{ name: string; quotas: Record<string, number>; weight: number }>(
    '/* show_limits */ select name, quotas, work_weight as weight from workspaces where id::text = $1',
    [workspaceId],
  );
  const [workspace] = rows;
  if (!workspace) throw notFound(workspaceId);
  print(`${workspace.name}  weight ${workspace.weight}`);
  for (const name of quotaNames) print(`${name}  ${workspace.quotas[name] ?? 'default'}`);
}

async function change(pool: pg.Pool, workspaceId: string, changes: LimitChanges): Promise<void> {
  await recordCommand(pool, async (sql, record) => {
    if (!(await setLimits(sql, workspaceId, changes))) throw notFound(workspaceId);
    await record({ action: 'setQuotas', workspaceId, details: { ...changes } });
  });
  await show(pool, workspaceId);
}

function readName(text: string): QuotaName {
  const name = quotaNames.find((one) => one === text);
  if (name) return name;
  throw new Error(`The quota must be one of ${quotaNames.join(', ')}.`);
}

function readLimit(text: string): number | null {
  return text === 'default' ? null : readNumber('The limit', text, Number.MAX_SAFE_INTEGER);
}

function readNumber(what: string, text: string, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new Error(`${what} must be a whole number from 1 to ${most}.`);
}

function notFound(workspaceId: string): Error {
  return new Error(`Workspace ${workspaceId} not found. Give its ID.`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

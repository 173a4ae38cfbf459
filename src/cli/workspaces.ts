// Required by the decorators of the modules.
import 'reflect-metadata';
import { validateSync } from 'class-validator';
import { Command } from 'commander';
import type pg from 'pg';
import { CreateWorkspaceInput, insertWorkspace } from '../contexts/accounts/workspaces/index.js';
import { print, withDatabase } from './open-database.js';
import { recordCommand } from './record-command.js';

/** Creates workspaces, whatever WORKSPACE_CREATION is. Servers may run meanwhile. */
async function main(): Promise<void> {
  const program = new Command('workspaces').description('Create workspaces.');
  program
    .command('create <name>')
    .description('create a workspace in the account of a user, who becomes its OWNER')
    .requiredOption('--owner <email>', 'the email of a registered user')
    .option('--timezone <name>', 'IANA name of the time zone, for example Europe/Madrid; defaults to UTC')
    .action((name: string, options: CreateOptions) => withDatabase((pool) => create(pool, name, options)));
  await program.parseAsync();
}

interface CreateOptions {
  owner: string;
  timezone?: string;
}

async function create(pool: pg.Pool, name: string, { owner: email, timezone }: CreateOptions): Promise<void> {
  const input = Object.assign(new CreateWorkspaceInput(), { name, ...(timezone !== undefined && { timezone }) });
  const violations = validateSync(input).flatMap(({ constraints = {} }) => Object.values(constraints));
  if (violations.length > 0) throw new Error(violations.join('\n'));
  const { rows } = await pool.query<{ id: string; accountId: string }>(
    '/* find_owner */ select id, account_id as "accountId" from users where email = $1::citext',
    [email],
  );
  if (!rows[0]) throw new Error(`User ${email} not found. --owner must be the email of a registered user.`);
  const [owner] = rows;
  const workspace = await recordCommand(pool, async (sql, record) => {
    const created = await insertWorkspace(sql, owner, input);
    await record({ action: 'createWorkspace', workspaceId: created.id, targetId: created.id });
    return created;
  });
  print(`Workspace ${workspace.id} created: ${workspace.name}, time zone ${workspace.timezone}, OWNER ${email}.`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

import type pg from 'pg';
import {
  CreateWorkspaceInput,
  deleteForOperator,
  insertWorkspace,
  listForOperator,
} from '../../contexts/accounts/workspaces/index.js';
import { validationFailed } from '../../platform/errors/errors.js';
import { brokenRules } from '../../platform/graphql/input-rules.js';
import { countOf } from '../amounts.js';
import { type Answer, columns, defineCommand, type Group, UsageError, wholeNumber } from '../command.js';
import { findOwner } from '../find-owner.js';
import { withDatabase } from '../open-database.js';
import { recordCommand } from '../record-command.js';
import { exportCommand, importCommand } from './workspace-files.js';

interface CreateOptions {
  owner: string;
  timezone?: string;
}

const create = defineCommand<CreateOptions>({
  name: 'workspace create',
  summary: 'Create a workspace in the account of a user, who becomes its OWNER',
  notes: 'Works whatever WORKSPACE_CREATION is.',
  args: { '<name>': 'the name of the workspace' },
  options: {
    '--owner <email>': { description: 'the email of a registered user', required: true },
    '--timezone <name>': 'IANA name of the time zone, for example Europe/Madrid; defaults to UTC',
  },
  examples: ['workspace create Acme --owner ana@example.com --timezone Europe/Madrid'],
  run: (context, options, name = '') => withDatabase(context, (pool) => insert(pool, name, options)),
});

const list = defineCommand<{ search?: string; limit: string; after?: string }>({
  name: 'workspace list',
  summary: 'List workspaces, the oldest first',
  options: {
    '--search <text>': 'only workspaces whose name contains this text',
    '--limit <number>': { description: 'from 1 to 1000', default: '100' },
    '--after <id>': 'continue after the workspace with this ID',
  },
  examples: ['workspace list', 'workspace list --search acme --json'],
  run: (context, { search = null, limit, after = null }) => {
    const most = wholeNumber('--limit', limit, 1, 1_000);
    return withDatabase(context, async (pool) => {
      const workspaces = await listForOperator(pool, { search, limit: most, after });
      const rows = workspaces.map(({ id, name, timezone, members, owner }) => [
        id,
        name,
        timezone,
        countOf(members, 'member'),
        owner,
      ]);
      return { data: { workspaces }, lines: rows.length > 0 ? columns(rows) : ['There are no such workspaces.'] };
    });
  },
});

const remove = defineCommand<{ yes?: boolean }>({
  name: 'workspace delete',
  summary: 'Delete a workspace with everything in it and cancel its executions',
  notes: 'Cannot be undone. The audit log of the workspace is kept.',
  args: { '<workspace>': 'the ID of the workspace' },
  options: { '--yes': 'confirm; without it nothing is deleted' },
  examples: ['workspace delete 0198f2b0-7f1c-7c3e-9a51-2f1f0d9c2b11 --yes'],
  run(context, { yes }, workspaceId = '') {
    if (!yes) throw new UsageError('Deleting a workspace cannot be undone. Confirm it with --yes.');
    return withDatabase(context, async (pool) => {
      const name = await recordCommand(pool, async (sql, record, at) => {
        const deleted = await deleteForOperator(sql, workspaceId, at);
        await record({ action: 'deleteWorkspace', workspaceId, targetId: workspaceId });
        return deleted;
      });
      return { data: { id: workspaceId, name }, lines: [`Deleted ${name} (${workspaceId}).`] };
    });
  },
});

/** Creates, lists, exports, imports and deletes workspaces. Servers may run meanwhile. */
export const workspace: Group = {
  name: 'workspace',
  summary: 'Create, list, export, import and delete workspaces',
  commands: [create, list, exportCommand, importCommand, remove],
};

async function insert(pool: pg.Pool, name: string, { owner: email, timezone }: CreateOptions): Promise<Answer> {
  const input = Object.assign(new CreateWorkspaceInput(), { name, ...(timezone !== undefined && { timezone }) });
  const violations = await brokenRules(input);
  if (violations.length > 0) throw validationFailed(violations);
  const owner = await findOwner(pool, email);
  const created = await recordCommand(pool, async (sql, record) => {
    const made = await insertWorkspace(sql, owner, input);
    await record({ action: 'createWorkspace', workspaceId: made.id, targetId: made.id });
    return made;
  });
  const { id, timezone: zone } = created;
  return {
    data: { id, name: created.name, timezone: zone, owner: email },
    lines: [`Workspace ${id} created: ${created.name}, time zone ${zone}, OWNER ${email}.`],
  };
}

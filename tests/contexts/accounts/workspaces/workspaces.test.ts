import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createWorkspace } from '../../../../src/contexts/accounts/workspaces/create-workspace.js';
import { deleteWorkspace } from '../../../../src/contexts/accounts/workspaces/delete-workspace.js';
import { listWorkspaces } from '../../../../src/contexts/accounts/workspaces/list-workspaces.js';
import { updateWorkspace } from '../../../../src/contexts/accounts/workspaces/update-workspace.js';
import { viewWorkspace } from '../../../../src/contexts/accounts/workspaces/view-workspace.js';
import {
  CreateWorkspaceInput,
  UpdateWorkspaceInput,
} from '../../../../src/contexts/accounts/workspaces/workspace.input.js';
import { brokenRules } from '../../../../src/platform/graphql/input-rules.js';
import { createIdentity, type Identity, type SignedUp } from '../auth/identity.js';

let identity: Identity;
let ana: SignedUp;
beforeAll(async () => {
  identity = await createIdentity();
  ana = await identity.signUp('ana@example.com');
});
afterAll(() => identity.close());

async function principalOf({ accessToken }: SignedUp) {
  return (await identity.context({ bearer: accessToken })).principal();
}

describe('workspaces', () => {
  test('belong to the account of their creator', async () => {
    const made = await createWorkspace(identity.services, await principalOf(ana), { name: 'Second' });
    expect(made).toMatchObject({ name: 'Second', role: 'OWNER', timezone: 'UTC', workspaceId: made.id });
    const [first, second] = await Promise.all(
      [ana.workspaceId, made.id].map((id) => identity.scope(ana.accessToken, id)),
    );
    expect(second?.access.accountId).toBe(first?.access.accountId);
    expect(viewWorkspace(second as NonNullable<typeof second>)).toMatchObject({ id: made.id, name: 'Second' });
  });

  test('are listed for their members only, in pages with an exact total', async () => {
    const bo = await identity.signUp('bo@example.com');
    const principal = await principalOf(bo);
    for (const name of ['Alpha', 'Beta', '100% pure']) await createWorkspace(identity.services, principal, { name });
    const list = (args: Parameters<typeof listWorkspaces>[2]) => listWorkspaces(identity.services, principal, args);
    const sorted = await list({ sortBy: 'name', sortOrder: 'asc', limit: 2, page: 2 });
    expect(sorted.items.map(({ name }) => name)).toEqual(['Beta', "bo's workspace"]);
    expect(sorted.pagination).toEqual({ page: 2, limit: 2, total: 4, totalPages: 2, nextCursor: null });
    expect((await list({ search: 'ALPH' })).items).toHaveLength(1);
    expect((await list({ search: '0%' })).items.map(({ name }) => name)).toEqual(['100% pure']);
    expect(await list({ page: 9 })).toEqual({
      items: [],
      pagination: { page: 9, limit: 20, total: 4, totalPages: 1, nextCursor: null },
    });
  });

  test('change only the fields that are sent', async () => {
    const scope = await identity.scope(ana.accessToken, ana.workspaceId);
    const before = viewWorkspace(scope);
    const unchanged = await updateWorkspace(scope, { name: before.name });
    expect(unchanged).toMatchObject({ ...before, updatedAt: before.updatedAt });
    // The workspace was created by the clock of the database, which is ahead: a change is never earlier than what it changes.
    const updatedAt = new Date(before.updatedAt.getTime() + 1);
    const changed = await updateWorkspace(scope, { timezone: 'Europe/Madrid' });
    expect(changed).toMatchObject({ name: before.name, timezone: 'Europe/Madrid', updatedAt });
    const { access } = await identity.scope(ana.accessToken, ana.workspaceId);
    expect(access).toMatchObject({ timezone: 'Europe/Madrid', updatedAt });
  });

  test('are deleted with everything in them, and their executions stop', async () => {
    const { pool } = identity.services.db;
    const { id } = await createWorkspace(identity.services, await principalOf(ana), { name: 'Doomed' });
    await pool.query(
      `with run as (
         insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, started_at, created_at)
         values (uuidv7(), $1, uuidv7(), 'flow', 1, 'manual', now(), now()) returning *)
       insert into execution_claims (workspace_id, execution_id, flow_id, ready_at)
       select workspace_id, id, flow_id, now() from run`,
      [id],
    );
    expect(await deleteWorkspace(await identity.scope(ana.accessToken, id))).toEqual({ id });
    await expect(identity.scope(ana.accessToken, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { rows } = await pool.query(
      `select status, exists (select from execution_claims c where c.execution_id = e.id) as open
       from executions e where workspace_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ status: 'cancelled', open: false }]);
  });
});

describe('the input of a workspace', () => {
  const violationsOf = async (input: object) =>
    [...new Set((await brokenRules(input)).map(({ field }) => field))].sort();

  test.each([
    [{ name: 'Bakery', timezone: 'America/Argentina/Buenos_Aires' }, []],
    [{ name: '😀'.repeat(120), timezone: null }, []],
    [{ name: '😀'.repeat(121) }, ['name']],
    [{ name: '  ', timezone: 'Mars/Olympus' }, ['name', 'timezone']],
    [{ name: 'a\u0000b', timezone: '+02:00' }, ['name', 'timezone']],
  ])('is validated: %j', async (input, violations) => {
    expect(await violationsOf(Object.assign(new CreateWorkspaceInput(), input))).toEqual(violations);
  });

  test('refuses null for required fields', async () => {
    expect(await violationsOf(Object.assign(new UpdateWorkspaceInput(), { name: null, timezone: null }))).toEqual([
      'name',
      'timezone',
    ]);
    expect(await violationsOf(new UpdateWorkspaceInput())).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { capabilitiesOfRole, type Role, roles } from '../../../../src/platform/access/capabilities.js';
import { createIdentity, type Identity, type SignedUp } from '../auth/identity.js';

let identity: Identity;
let owner: SignedUp;
let stranger: SignedUp;
beforeAll(async () => {
  identity = await createIdentity();
  owner = await identity.signUp('owner@example.com');
  stranger = await identity.signUp('stranger@example.com');
});
afterAll(() => identity.close());

async function join(role: Role, granted: string[] = []) {
  const member = await identity.signUp(`${role}${Math.random()}@example.com`);
  await identity.services.db.pool.query(
    'insert into members (workspace_id, user_id, role, capabilities) values ($1, $2, $3, $4)',
    [owner.workspaceId, member.user.id, role, granted],
  );
  return member;
}

describe('access to a workspace', () => {
  test.each(roles)('gives %s the capabilities of the role', async (role) => {
    const member = await join(role);
    const { access } = await identity.scope(member.accessToken, owner.workspaceId);
    expect(access).toMatchObject({ role, workspaceId: owner.workspaceId, workspaceName: "owner's workspace" });
    expect([...access.capabilities].sort()).toEqual([...capabilitiesOfRole[role]].sort());
  });

  test('adds granted capabilities and ignores names that no longer exist', async () => {
    const member = await join('VIEWER', ['flows:execute', 'gone:write']);
    const { access } = await identity.scope(member.accessToken, owner.workspaceId);
    expect(access.capabilities.has('flows:execute')).toBe(true);
    expect(access.capabilities.size).toBe(capabilitiesOfRole.VIEWER.size + 1);
  });

  test('is refused alike for a workspace of others, an unknown one and an invalid ID', async () => {
    const ids = [owner.workspaceId, '019ab3f2-0000-7000-8000-000000000000', 'nonsense', ''];
    const answers = await Promise.all(
      ids.map((id) =>
        identity.scope(stranger.accessToken, id).then(
          () => null,
          ({ code, message }) => ({ code, message }),
        ),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('costs one statement a request', async () => {
    const { pool } = identity.services.db;
    const context = await identity.context({ bearer: owner.accessToken });
    let statements = 0;
    const count = () => statements++;
    pool.on('acquire', count);
    await context.authorize({ capability: 'flows:read' }, owner.workspaceId);
    await context.authorize({ roles: ['OWNER'] }, owner.workspaceId);
    pool.off('acquire', count);
    expect(statements).toBe(1);
  });

  test('ends with the membership, under the same access token', async () => {
    const member = await join('ADMIN');
    await identity.scope(member.accessToken, owner.workspaceId);
    await identity.services.db.pool.query('delete from members where user_id = $1 and workspace_id = $2', [
      member.user.id,
      owner.workspaceId,
    ]);
    await expect(identity.scope(member.accessToken, owner.workspaceId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('ends with the user', async () => {
    const member = await join('EDITOR');
    await identity.services.db.pool.query('delete from users where id = $1', [member.user.id]);
    await expect(identity.scope(member.accessToken, owner.workspaceId)).rejects.toMatchObject({
      code: 'INVALID_TOKEN',
    });
  });
});

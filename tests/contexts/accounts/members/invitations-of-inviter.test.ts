import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';
import { addMember, invite, password } from './people.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

const workspace = () => `/workspaces/${owner.workspaceId}`;

async function inviteAs(as: string, role: string): Promise<string> {
  const { body } = await invite(app, owner.workspaceId, as, { role });
  return (body.data as { inviteToken: string }).inviteToken;
}

const accept = async (token: string) =>
  (await app.rest('POST /auth/accept-invite', { body: { token, password } })).status;

test.each<[string, (userId: string, token: string) => Promise<unknown>]>([
  ['is removed', (userId) => app.rest(`DELETE ${workspace()}/members/${userId}`, { as: owner.token })],
  ['leaves', (_userId, token) => app.rest(`POST ${workspace()}/members/leave`, { as: token, body: {} })],
  [
    'may not invite any more',
    (userId) => app.rest(`PATCH ${workspace()}/members/${userId}/role`, { as: owner.token, body: { role: 'VIEWER' } }),
  ],
])('an invitation ends when its inviter %s', async (_what, lose) => {
  const admin = await addMember(app, owner.workspaceId, owner.token, 'ADMIN');
  const [theirs, others] = [await inviteAs(admin.token, 'ADMIN'), await inviteAs(owner.token, 'ADMIN')];
  await lose(admin.userId, admin.token);
  expect([await accept(theirs), await accept(others)]).toEqual([401, 200]);
  const path = `${workspace()}/audit-log?action=revokeInvitation&limit=100`;
  const { body } = await app.rest(`GET ${path}`, { as: owner.token });
  const entries = (body.data as { details: unknown; outcome: string }[]).filter(
    ({ details }) => (details as { invitedBy?: string } | null)?.invitedBy === admin.userId,
  );
  expect(entries).toMatchObject([{ actorKind: 'user', targetId: expect.any(String), outcome: 'done' }]);
});

test('an invitation stays while its inviter may give it, and is of who sends it again', async () => {
  const admin = await addMember(app, owner.workspaceId, owner.token, 'ADMIN');
  const [more, less] = [await inviteAs(admin.token, 'ADMIN'), await inviteAs(admin.token, 'VIEWER')];
  const { body } = await invite(app, owner.workspaceId, admin.token, { role: 'ADMIN' });
  const { invitationId } = body.data as { invitationId: string };
  const resent = await app.rest(`POST ${workspace()}/members/invitations/${invitationId}/resend`, { as: owner.token });
  await app.rest(`PATCH ${workspace()}/members/${admin.userId}/role`, {
    as: owner.token,
    body: { role: 'ADMIN', deniedCapabilities: ['flows:write'] },
  });
  const { inviteToken } = resent.body.data as { inviteToken: string };
  expect([await accept(more), await accept(less), await accept(inviteToken)]).toEqual([401, 200, 200]);
});

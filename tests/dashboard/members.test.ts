import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Dashboard, see, seeNoMore, startDashboard } from './support/dashboard.js';
import { senderOfOwner } from './support/sender.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

test('an invitation that another page makes or revokes comes to the list of members, and leaves it', async () => {
  const page = await dashboard.open('/members');
  await see(page.getByRole('cell', { name: dashboard.demo.email }).first());
  const send = await senderOfOwner(dashboard);
  const { workspaceId } = dashboard.demo;
  const email = 'invited-elsewhere@example.com';
  const { inviteMember } = await send<{ inviteMember: { invitationId: string } }>(
    `mutation ($workspaceId: ID!, $input: InviteMemberInput!) {
       inviteMember(workspaceId: $workspaceId, input: $input) { invitationId } }`,
    { workspaceId, input: { email, role: 'EDITOR' } },
  );
  const row = page.getByRole('row').filter({ hasText: email });
  await see(row);
  await send(
    `mutation ($workspaceId: ID!, $invitationId: ID!) {
       revokeInvitation(workspaceId: $workspaceId, invitationId: $invitationId) { deletedId } }`,
    { workspaceId, invitationId: inviteMember.invitationId },
  );
  await seeNoMore(row);
  expect(dashboard.faults).toEqual([]);
  await page.context().close();
});

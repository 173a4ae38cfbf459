import type { Page } from 'playwright-core';
import { type Dashboard, see } from './dashboard.js';
import { senderOfOwner, senderTo } from './sender.js';

/** A page of a new member of the demo workspace who may only read, at a path below it. */
export async function openAsViewer(dashboard: Dashboard, path?: string): Promise<Page> {
  const { demo } = dashboard;
  const send = await senderOfOwner(dashboard);
  const { inviteMember } = await send<{ inviteMember: { inviteToken: string } }>(
    `mutation ($workspaceId: ID!) {
       inviteMember(workspaceId: $workspaceId, input: { email: "vera@example.com", role: VIEWER }) { inviteToken } }`,
    { workspaceId: demo.workspaceId },
  );
  const password = 'olives-and-lemons-41';
  await senderTo(dashboard)('mutation ($input: AcceptInviteInput!) { acceptInvite(input: $input) { expiresIn } }', {
    input: { token: inviteMember.inviteToken, name: 'Vera', password },
  });
  const page = await dashboard.visit(path === undefined ? '' : `/w/${demo.workspaceId}${path}`);
  await dashboard.logIn(page, 'vera@example.com', password);
  await see(page.getByRole('navigation', { name: 'Main navigation' }));
  return page;
}

import type { Page } from 'playwright-core';
import { type Dashboard, see } from './dashboard.js';
import { senderOfOwner, senderTo } from './sender.js';

/** A user beside the owner of the demo workspace. */
export interface Member {
  email: string;
  password: string;
}

/** Adds a new user to the demo workspace. @param denied what their role may do, and they may not */
export async function addMember(
  dashboard: Dashboard,
  { email, role, denied = [] }: { email: string; role: 'EDITOR' | 'VIEWER'; denied?: string[] },
): Promise<Member> {
  const send = await senderOfOwner(dashboard);
  const { inviteMember } = await send<{ inviteMember: { inviteToken: string } }>(
    `mutation ($workspaceId: ID!, $input: InviteMemberInput!) {
       inviteMember(workspaceId: $workspaceId, input: $input) { inviteToken } }`,
    { workspaceId: dashboard.demo.workspaceId, input: { email, role, deniedCapabilities: denied } },
  );
  const password = 'olives-and-lemons-41';
  await senderTo(dashboard)('mutation ($input: AcceptInviteInput!) { acceptInvite(input: $input) { expiresIn } }', {
    input: { token: inviteMember.inviteToken, name: 'Vera', password },
  });
  return { email, password };
}

/** A page of a new member of the demo workspace who may only read, at a path below it. */
export async function openAsViewer(dashboard: Dashboard, path?: string, denied?: string[]): Promise<Page> {
  const member = await addMember(dashboard, { email: 'vera@example.com', role: 'VIEWER', ...(denied && { denied }) });
  const page = await dashboard.visit(path === undefined ? '' : `/w/${dashboard.demo.workspaceId}${path}`);
  await dashboard.logIn(page, member.email, member.password);
  await see(page.getByRole('navigation', { name: 'Main navigation' }));
  return page;
}

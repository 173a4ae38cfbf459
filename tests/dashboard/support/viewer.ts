import type { Page } from 'playwright-core';
import { type Dashboard, see } from './dashboard.js';

/** A page of a new member of the demo workspace who may only read, at a path below it. */
export async function openAsViewer(dashboard: Dashboard, path?: string): Promise<Page> {
  const { demo, url } = dashboard;
  const send = async <Data>(query: string, variables: object, token?: string): Promise<Data> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables }),
    });
    return ((await response.json()) as { data: Data }).data;
  };
  const { login } = await send<{ login: { accessToken: string } }>(
    'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }',
    { input: { email: demo.email, password: demo.password } },
  );
  const { inviteMember } = await send<{ inviteMember: { inviteToken: string } }>(
    `mutation ($workspaceId: ID!) {
       inviteMember(workspaceId: $workspaceId, input: { email: "vera@example.com", role: VIEWER }) { inviteToken } }`,
    { workspaceId: demo.workspaceId },
    login.accessToken,
  );
  const password = 'olives-and-lemons-41';
  await send('mutation ($input: AcceptInviteInput!) { acceptInvite(input: $input) { expiresIn } }', {
    input: { token: inviteMember.inviteToken, name: 'Vera', password },
  });
  const page = await dashboard.visit(path === undefined ? '' : `/w/${demo.workspaceId}${path}`);
  await dashboard.logIn(page, 'vera@example.com', password);
  await see(page.getByRole('navigation', { name: 'Main navigation' }));
  return page;
}

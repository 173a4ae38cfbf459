import type { Dashboard } from './dashboard.js';

/** Sends GraphQL operations as a user, or without one. @throws Error */
export type Send = <Data>(query: string, variables: object) => Promise<Data>;

/** What sends GraphQL operations to the server of a dashboard. @param token an access token */
export function senderTo({ url }: Dashboard, token?: string): Send {
  return async (query, variables) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: never; errors?: { message: string }[] };
    if (errors?.[0]) throw new Error(errors[0].message);
    return data;
  };
}

/** What sends GraphQL operations as the owner of the demo workspace, for those that no API key may send. */
export async function senderOfOwner(dashboard: Dashboard): Promise<Send> {
  const { email, password } = dashboard.demo;
  const { login } = await senderTo(dashboard)<{ login: { accessToken: string } }>(
    'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }',
    { input: { email, password } },
  );
  return senderTo(dashboard, login.accessToken);
}

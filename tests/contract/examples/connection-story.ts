import { clientId, clientSecret, startProvider } from '../../contexts/automation/connections/oauth-provider.js';
import type { ExampleClient } from './example-client.js';

/** An account is connected by a link, in the browser of a customer. */
export async function connectAccounts(client: ExampleClient): Promise<void> {
  const provider = await startProvider();
  try {
    const { origin } = provider;
    const urls = { authorizeUrl: `${origin}/authorize`, tokenUrl: `${origin}/token` };
    const path = `/workspaces/${client.real('workspaceId')}/connections/${client.real('connectionId')}`;
    const auth = { type: 'oauth2', ...urls, clientId, clientSecret };
    await client.app.rest(`PATCH ${path}`, { as: client.token, body: { auth } });
    await client.send('POST P/connections/:connectionId/connect');
    const { url } = await client.send<{ url: string }>('POST P/connections/:connectionId/links');
    const ids = { token: url.split('/').at(-1) as string };
    await client.send('GET /oauth/links/:token', { as: null, ids });
    const begin = 'GET /oauth/links/:token/begin';
    const { authorizeUrl } = await client.send<{ authorizeUrl: string }>(begin, { as: null, ids });
    const { headers } = [...(client.answers.get(begin)?.values() ?? [])][0] ?? {};
    const cookie = headers?.getSetCookie()[0]?.split(';')[0] ?? '';
    const query = new URLSearchParams(provider.consent(authorizeUrl));
    const texts = { 'AZr9…': query.get('state') ?? '', SplxlOBeZQQYbYS6WxSbIA: query.get('code') ?? '' };
    await client.send('GET /oauth/callback', { as: null, texts, headers: () => ({ cookie }) });
  } finally {
    await provider.close();
  }
}

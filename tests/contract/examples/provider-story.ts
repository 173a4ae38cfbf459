import {
  clientId,
  type FakeProvider,
  startFakeProvider,
} from '../../contexts/accounts/auth/providers/fake-provider.js';
import { providerOf } from '../../contexts/accounts/auth/providers/providers.js';
import type { ExampleClient } from './example-client.js';
import type { Credentials } from './story.js';

const issuer = 'https://login.company.example';

/** The owner links an account of a provider, by consent and by request, and unlinks it. Their password is that of examples. */
export async function logInByProvider(client: ExampleClient): Promise<void> {
  const provider = await startFakeProvider();
  const { settings } = client.app.services;
  settings.loginProviders = [providerOf({ clientId, issuer: provider.issuer })];
  const email = client.texts.get('owner@example.com') ?? 'owner@example.com';
  try {
    provider.claims = { sub: 'person-1', email, email_verified: true };
    const link = await waitForConsent(client, provider);
    client.token = (await client.send<Credentials>('POST /auth/login', { as: null })).accessToken;
    await client.send('GET /auth/me/identities/pending', { headers: () => link });
    const { id } = await client.send('POST /auth/me/identities/confirm', { headers: () => link });
    const begin = 'GET /auth/oidc/:providerId';
    await comeBack(client, provider, addressOf(await client.send(begin, { as: null }), client, begin), begin);
    await client.send('GET /auth/me/identities');
    const start = 'POST /auth/me/identities';
    const { authorizeUrl } = await client.send<{ authorizeUrl: string }>(start);
    provider.claims = { ...provider.claims, sub: 'person-2' };
    await comeBack(client, provider, authorizeUrl, start);
    await client.send('DELETE /auth/me/identities/:identityId', { ids: { identityId: id } });
  } finally {
    settings.loginProviders = [];
    await provider.close();
  }
}

/** Logs in at the provider with the email of an account: the identity waits. @returns the cookie of the browser */
async function waitForConsent(client: ExampleClient, provider: FakeProvider): Promise<{ cookie: string }> {
  const url = `${client.app.url}/auth/oidc/company`;
  const started = await fetch(url, { redirect: 'manual' });
  const headers = { cookie: cookieOf(started.headers) };
  const query = answerOf(provider, started.headers.get('location') ?? '');
  const { headers: ended } = await fetch(`${url}/callback?${new URLSearchParams(query)}`, {
    redirect: 'manual',
    headers,
  });
  return { cookie: cookieOf(ended) };
}

/** The provider sends the browser back, which has the cookie of the route that began. */
async function comeBack(client: ExampleClient, provider: FakeProvider, url: string, begun: string): Promise<void> {
  const { state, code, iss } = answerOf(provider, url);
  const cookie = cookieOf(lastOf(client, begun));
  await client.send('GET /auth/oidc/:providerId/callback', {
    as: null,
    texts: { 'AZr9…': state, SplxlOBeZQQYbYS6WxSbIA: code, [issuer]: iss },
    headers: () => ({ cookie }),
  });
}

/** Where a redirect leads; over GraphQL it is a field. */
function addressOf(data: unknown, client: ExampleClient, key: string): string {
  const { authorizeUrl } = data as { authorizeUrl?: string };
  return authorizeUrl ?? lastOf(client, key).get('location') ?? '';
}

/** What the fake provider adds to the redirect URI: its codes are the nonces. */
function answerOf({ issuer: iss }: FakeProvider, url: string): { state: string; code: string; iss: string } {
  const { searchParams } = new URL(url);
  return { state: searchParams.get('state') ?? '', code: searchParams.get('nonce') ?? '', iss };
}

const lastOf = (client: ExampleClient, key: string): Headers =>
  [...(client.answers.get(key)?.values() ?? [])].at(-1)?.headers ?? new Headers();

const cookieOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0] ?? '')
    .filter((one) => !one.endsWith('='))
    .join('; ');

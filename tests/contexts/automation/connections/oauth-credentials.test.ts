import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import { newEmail, password } from '../../accounts/members/people.js';
import { authAt, clientSecret, type Provider, startProvider } from './oauth-provider.js';

interface Member {
  token: string;
  cookie: string;
  workspaceId: string;
  email: string;
}

let app: TestApp;
let provider: Provider;
let owner: Member;
beforeAll(async () => {
  app = await startTestApp({ worker: true, outboundAllow: ['127.0.0.1'] });
  provider = await startProvider({ expiresIn: 3600, more: { scope: 'orders', email: 'ana@example.com' } });
  owner = await signUp();
});
afterAll(async () => {
  await provider.close();
  await app.stop();
});

/** A user in a browser. */
async function signUp(): Promise<Member> {
  const email = newEmail();
  const { headers, body } = await app.rest('POST /auth/register', { body: { email, password } });
  const { accessToken, workspaces } = body.data as { accessToken: string; workspaces: { id: string }[] };
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return { token: accessToken, cookie, workspaceId: workspaces[0]?.id ?? '', email };
}

const call = (method: string, path: string, body?: unknown, as = owner.token) =>
  app.rest(`${method} /workspaces/${owner.workspaceId}/connections${path}`, { as, body });

let created = 0;
async function create(auth: object = authAt(provider)): Promise<{ id: string; name: string }> {
  const name = `Account ${++created}`;
  const { status, body } = await call('POST', '', { name, auth, hosts: ['127.0.0.1'] });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
}

async function begin(id: string): Promise<string> {
  const { status, body } = await call('POST', `/${id}/connect`);
  expect(status).toBe(200);
  return (body.data as { authorizeUrl: string }).authorizeUrl;
}

async function page(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(app.url + path, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const finish = (query: string, cookie = owner.cookie, headers: Record<string, string> = {}) =>
  page(`/oauth/callback?${query}`, { cookie, ...headers });

async function find(id: string) {
  const { body } = await call('GET', `/${id}`);
  return body.data as Record<string, unknown>;
}

async function execute(connection: string) {
  const request = { method: 'GET', url: `${provider.origin}/api`, auth: { type: 'connection', connection } };
  const nodes = [node('start', 'trigger.manual'), node('call', 'http.request', request)];
  const { id } = await app.seed.flow(owner, graph(nodes, 'start>call'));
  return reached(app, owner, await trigger(app, owner, id));
}

describe('credentials of OAuth 2', () => {
  test('need their addresses and an app, over HTTPS where they leave this machine', async () => {
    const body = { name: 'Wrong', hosts: ['127.0.0.1'] };
    const details = async (auth: object) =>
      (await call('POST', '', { ...body, auth })).body.error.details?.map(({ field, rule }) => [field, rule]);
    expect(await details({ type: 'oauth2' })).toEqual([
      ['auth.authorizeUrl', 'REQUIRED_WITH'],
      ['auth.tokenUrl', 'REQUIRED_WITH'],
      ['auth.clientId', 'REQUIRED_WITH'],
    ]);
    expect(await details(authAt(provider, { tokenUrl: 'http://example.com/token' }))).toEqual([
      ['auth.tokenUrl', 'URL_INVALID'],
    ]);
    expect(await details(authAt(provider, { grant: 'client_credentials' }))).toEqual([
      ['auth.authorizeUrl', 'NOT_ALLOWED_WITH'],
    ]);
    expect(await details({ type: 'bearer', token: 'x'.repeat(20), clientId: 'x' })).toEqual([
      ['auth.clientId', 'NOT_ALLOWED_WITH'],
    ]);
  });

  test('of an app itself need no page: their token is granted at the first use, or by connect', async () => {
    const client = authAt(provider, { grant: 'client_credentials', authorizeUrl: null, clientAuthentication: 'post' });
    const used = await create(client);
    expect(await execute(used.name)).toMatchObject({ status: 'completed' });
    expect(await find(used.id)).toMatchObject({ status: 'connected' });
    const connected = await create(client);
    const { status, body } = await call('POST', `/${connected.id}/connect`);
    expect([status, body.data]).toEqual([200, { authorizeUrl: null, expiresAt: null }]);
    expect(await find(connected.id)).toMatchObject({ status: 'connected' });
  });

  test('are in no record of an execution, and stored encrypted', async () => {
    const { id, name } = await create();
    await finish(provider.consent(await begin(id)));
    const ended = await execute(name);
    const { rows } = await app.services.db.pool.query<{ text: string }>(
      `select (select string_agg(s::text, '') from execution_steps s) || coalesce((select string_agg(v::text, '')
        from execution_events v), '') || (select string_agg(e::text, '') from executions e)
        || (select string_agg(c::text, '') from connections c) || (select string_agg(t::text, '') from connection_tokens t)
        || (select string_agg(a::text, '') from audit_log a) as text`,
    );
    const stored = rows[0]?.text ?? '';
    expect(stored).toContain(ended.id);
    for (const token of [...provider.accessTokens, ...provider.refreshTokens.keys(), clientSecret])
      expect(stored).not.toContain(token);
  });

  test('of another kind cannot be connected', async () => {
    const { id } = await create({ type: 'bearer', token: 'sk-0123456789' });
    expect(await call('POST', `/${id}/connect`)).toMatchObject({ status: 409 });
    expect(await call('POST', `/${id}/links`, {})).toMatchObject({ status: 409 });
  });
});

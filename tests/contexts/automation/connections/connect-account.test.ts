import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import { newEmail, password } from '../../accounts/members/people.js';
import { authAt, type Provider, startProvider } from './oauth-provider.js';

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

describe('an account', () => {
  test('is connected by the page of its provider, and its token is sent by flows', async () => {
    const { id, name } = await create();
    expect(await find(id)).toMatchObject({ status: 'pending', provider: 'custom', scopes: [], expiresAt: null });
    const authorizeUrl = await begin(id);
    const asked = new URL(authorizeUrl).searchParams;
    expect(authorizeUrl.startsWith(`${provider.origin}/authorize?`)).toBe(true);
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: 'app-1',
      redirect_uri: `${app.services.settings.publicUrl}/oauth/callback`,
      scope: 'orders me',
      code_challenge_method: 'S256',
    });
    const { status, text, headers } = await finish(provider.consent(authorizeUrl));
    expect(status).toBe(200);
    expect(text).toContain(`${name} is connected`);
    expect(text).toContain('ana@example.com');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await find(id)).toMatchObject({
      status: 'connected',
      account: 'ana@example.com',
      scopes: ['orders'],
      expiresAt: expect.any(String),
      auth: { type: 'oauth2', grant: 'authorization_code', clientId: 'app-1', scopes: ['orders', 'me'] },
    });
    const ended = await execute(name);
    expect(ended.status).toBe('completed');
    for (const token of provider.accessTokens) expect(JSON.stringify(ended)).not.toContain(token);
  });

  test('is connected once by each page', async () => {
    const { id } = await create();
    const query = provider.consent(await begin(id));
    expect((await finish(query)).status).toBe(200);
    const again = await finish(query);
    expect(again.status).toBe(410);
    expect(again.text).toContain('was used before');
    expect(again.text).toContain(`${app.services.settings.publicUrl}/app`);
  });

  test('is connected only in the session of the user who began', async () => {
    const { id } = await create();
    const stranger = await signUp();
    const query = provider.consent(await begin(id));
    for (const cookie of ['', stranger.cookie]) {
      const { status, text } = await finish(query, cookie);
      expect(status).toBe(403);
      expect(text).toContain('not logged in here as the member who began');
    }
    expect(await find(id)).toMatchObject({ status: 'pending' });
    expect((await finish(query)).status).toBe(200);
  });

  test('is not connected after ten minutes', async () => {
    const { id } = await create();
    const query = provider.consent(await begin(id));
    await app.services.db.pool.query(
      `update connection_authorizations set expires_at = now() - interval '1 second' where connection_id = $1`,
      [id],
    );
    expect((await finish(query)).status).toBe(410);
  });

  test('is not connected by a callback that another provider sends', async () => {
    const { id } = await create();
    const { status, text } = await finish(provider.consent(await begin(id), { iss: 'https://other.example.com' }));
    expect(status).toBe(400);
    expect(text).toContain('another service');
    const own = provider.consent(await begin(id), { iss: `${provider.origin}/issuer` });
    expect((await finish(own)).status).toBe(200);
  });

  test('is not connected when its owner refuses, which the page says in the language of the browser', async () => {
    const { id } = await create();
    const state = new URL(await begin(id)).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ state, error: 'access_denied', error_description: '<b>No</b>' });
    const { status, text } = await finish(query.toString(), owner.cookie, { 'accept-language': 'es-ES' });
    expect(status).toBe(400);
    expect(text).toContain('No se dio el consentimiento');
    expect(text).toContain('&lt;b&gt;No&lt;/b&gt;');
    expect(await find(id)).toMatchObject({ status: 'pending' });
  });

  test('is not connected with credentials that were changed meanwhile, and loses its tokens with them', async () => {
    const { id, name } = await create();
    const query = provider.consent(await begin(id));
    await call('PATCH', `/${id}`, { auth: authAt(provider, { scopes: ['me'] }) });
    expect((await finish(query)).text).toContain('changed meanwhile');
    expect((await finish(provider.consent(await begin(id)))).status).toBe(200);
    await call('PATCH', `/${id}`, { auth: authAt(provider) });
    expect(await find(id)).toMatchObject({ status: 'pending', account: null, scopes: [] });
    expect((await execute(name)).error).toMatchObject({ code: 'CONNECTION_RECONNECT' });
  });

  test('shows what is wrong when the provider is not available or refuses the code', async () => {
    const { id } = await create();
    const query = new URLSearchParams(provider.consent(await begin(id)));
    query.set('code', 'other');
    const refused = await finish(query.toString());
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('invalid_grant');
    const next = provider.consent(await begin(id));
    provider.options.before = () => ({ status: 503, body: {} });
    const unavailable = await finish(next);
    delete provider.options.before;
    expect(unavailable.status).toBe(502);
    expect(unavailable.text).toContain('503');
  });

  test('is connected with an API key by a link only', async () => {
    const { id } = await create();
    const key = await app.rest(`POST /workspaces/${owner.workspaceId}/api-keys`, {
      as: owner.token,
      body: { name: 'Key', capabilities: ['connections:write'] },
    });
    const { key: secret } = key.body.data as { key: string };
    expect((await call('POST', `/${id}/connect`, undefined, secret)).body.error.code).toBe('SESSION_REQUIRED');
    expect((await call('POST', `/${id}/links`, {}, secret)).status).toBe(201);
  });

  test('leaves an entry in the audit log', async () => {
    const { id } = await create();
    await finish(provider.consent(await begin(id)));
    const { body } = await app.rest(`GET /workspaces/${owner.workspaceId}/audit-log?targetId=${id}`, {
      as: owner.token,
    });
    const entries = body.data as { action: string; actorKind: string }[];
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['connectConnection', 'finishConnection']),
    );
  });
});

describe('a link', () => {
  async function link(id: string): Promise<string> {
    const { status, body } = await call('POST', `/${id}/links`, { hours: 1 });
    expect(status).toBe(201);
    return (body.data as { url: string }).url.replace(app.services.settings.publicUrl, '');
  }

  async function enter(path: string): Promise<{ cookie: string; authorizeUrl: string }> {
    const { status, headers } = await page(`${path}/begin`);
    expect(status).toBe(303);
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return { cookie, authorizeUrl: headers.get('location') ?? '' };
  }

  test('connects the account of a customer once, in the browser that opened it', async () => {
    const { id, name } = await create();
    const path = await link(id);
    const asked = await page(path);
    expect(asked.status).toBe(200);
    expect(asked.text).toContain(name);
    const { cookie, authorizeUrl } = await enter(path);
    const query = provider.consent(authorizeUrl);
    expect((await finish(query, '')).status).toBe(403);
    expect((await finish(query, owner.cookie)).status).toBe(403);
    const done = await finish(query, cookie);
    expect(done.status).toBe(200);
    expect(done.text).not.toContain('/app');
    expect(await find(id)).toMatchObject({ status: 'connected' });
    expect((await page(path)).status).toBe(410);
    expect((await page(`${path}/begin`)).status).toBe(410);
  });

  test('stays open when its holder refuses, and closes when it expires', async () => {
    const { id } = await create();
    const path = await link(id);
    const { cookie, authorizeUrl } = await enter(path);
    const state = new URL(authorizeUrl).searchParams.get('state') ?? '';
    expect((await finish(new URLSearchParams({ state, error: 'access_denied' }).toString(), cookie)).status).toBe(400);
    expect((await page(path)).status).toBe(200);
    await app.services.db.pool.query(
      `update connection_links set expires_at = now() - interval '1 second' where connection_id = $1`,
      [id],
    );
    expect((await page(path)).status).toBe(410);
  });

  test('is one of at most twenty', async () => {
    const { id } = await create();
    for (let n = 0; n < 20; n += 1) await link(id);
    const { status, body } = await call('POST', `/${id}/links`, {});
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ rule: 'LIMIT_REACHED' }]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { startMailServer } from '../../../support/mail-server.js';
import { reached, trigger } from '../../../support/run.js';
import { waitFor } from '../../../support/wait-for.js';
import { newEmail, password } from '../../accounts/members/people.js';
import { authAt, type Provider, startProvider } from './oauth-provider.js';

let app: TestApp;
/** Another process of the same installation. */
let other: TestApp;
let provider: Provider;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let owner: { token: string; cookie: string; workspaceId: string; email: string };
beforeAll(async () => {
  mails = await startMailServer();
  const smtp = { url: mails.url, from: 'Flows <flows@example.com>' };
  app = await startTestApp({ worker: true, outboundAllow: ['127.0.0.1'], smtp });
  other = await startTestApp({ database: app.database, worker: true, outboundAllow: ['127.0.0.1'], smtp });
  provider = await startProvider();
  const email = newEmail();
  const { headers, body } = await app.rest('POST /auth/register', { body: { email, password } });
  const { accessToken, workspaces } = body.data as { accessToken: string; workspaces: { id: string }[] };
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  owner = { token: accessToken, cookie, workspaceId: workspaces[0]?.id ?? '', email };
});
afterAll(async () => {
  await provider.close();
  await other.stop();
  await app.stop();
  await mails.stop();
});
beforeEach(() => {
  provider.options = { expiresIn: 3600 };
  provider.grants.splice(0);
});

const call = (method: string, path: string, body?: unknown) =>
  app.rest(`${method} /workspaces/${owner.workspaceId}/connections${path}`, { as: owner.token, body });

let created = 0;
/** A connection whose account is connected. */
async function connect(auth: object = authAt(provider)): Promise<{ id: string; name: string }> {
  const name = `Account ${++created}`;
  const { body } = await call('POST', '', { name, auth, hosts: ['127.0.0.1'] });
  const { id } = body.data as { id: string };
  await consent(id);
  provider.grants.splice(0);
  return { id, name };
}

async function consent(id: string): Promise<void> {
  const started = await call('POST', `/${id}/connect`);
  const { authorizeUrl } = started.body.data as { authorizeUrl: string };
  const { cookie } = owner;
  const { status } = await fetch(`${app.url}/oauth/callback?${provider.consent(authorizeUrl)}`, {
    headers: { cookie },
  });
  if (status !== 200) throw new Error(`The callback answered ${status}.`);
}

async function find(id: string) {
  return (await call('GET', `/${id}`)).body.data as Record<string, unknown>;
}

/** Makes the token as old as one that ends in so many seconds. */
async function age(id: string, leftSeconds: number): Promise<void> {
  await app.services.db.pool.query(
    `update connection_tokens set issued_at = now() - interval '1 hour', expires_at = now() + $2::float8 * interval '1 second'
     where connection_id = $1`,
    [id, leftSeconds],
  );
}

async function flowWith(connection: string, settings: object = {}): Promise<string> {
  const request = { method: 'GET', url: `${provider.origin}/api`, auth: { type: 'connection', connection } };
  const nodes = [node('start', 'trigger.manual'), node('call', 'http.request', request)];
  const { id } = await app.seed.flow(owner, { ...graph(nodes, 'start>call'), ...settings });
  return id;
}

async function execute(connection: string) {
  return reached(app, owner, await trigger(app, owner, await flowWith(connection)));
}

describe('a token', () => {
  test('is refreshed ahead of its expiry, once for all executions of all processes', async () => {
    const { id, name } = await connect();
    await age(id, 240);
    const flowId = await flowWith(name);
    const started = await Promise.all(
      Array.from({ length: 20 }, (_, n) => trigger(n % 2 ? app : other, owner, flowId)),
    );
    const ended = await Promise.all(started.map((execution) => reached(app, owner, execution)));
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['completed']));
    expect(provider.grants).toEqual(['refresh_token']);
  });

  test('that has expired is waited for by all, and refreshed once', async () => {
    const { id, name } = await connect();
    await age(id, -1);
    provider.options.before = async () => {
      await new Promise((done) => setTimeout(done, 300));
      return null;
    };
    const flowId = await flowWith(name);
    const started = await Promise.all(Array.from({ length: 20 }, () => trigger(app, owner, flowId)));
    const ended = await Promise.all(started.map((execution) => reached(app, owner, execution)));
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['completed']));
    expect(provider.grants).toEqual(['refresh_token']);
  });

  test('that has an hour left is used as it is', async () => {
    const { id, name } = await connect();
    await age(id, 600);
    expect(await execute(name)).toMatchObject({ status: 'completed' });
    expect(provider.grants).toEqual([]);
  });

  test('that the service refuses before its time is refreshed, and the request sent again', async () => {
    const { id, name } = await connect();
    await age(id, 3_000);
    provider.accessTokens.clear();
    expect(await execute(name)).toMatchObject({ status: 'completed' });
    expect(provider.grants).toEqual(['refresh_token']);
    // One that was granted a moment ago is not exchanged at each request.
    provider.accessTokens.clear();
    expect((await execute(name)).error).toMatchObject({ code: 'HTTP_STATUS' });
    expect(provider.grants).toEqual(['refresh_token']);
  });

  test('of a provider that keeps its refresh token is refreshed with the same one again', async () => {
    const { id, name } = await connect();
    provider.options.rotates = false;
    for (const left of [60, -1]) {
      await age(id, left);
      expect(await execute(name)).toMatchObject({ status: 'completed' });
    }
    expect(provider.grants).toEqual(['refresh_token', 'refresh_token']);
  });

  test('is refreshed again after the provider was not available for a moment', async () => {
    const { id, name } = await connect();
    await age(id, -1);
    provider.options.before = () => (provider.grants.length < 3 ? { status: 503, body: {} } : null);
    expect(await execute(name)).toMatchObject({ status: 'completed' });
    expect(provider.grants).toHaveLength(3);
  });

  test('that is still valid is used while the provider is not available', async () => {
    const { id, name } = await connect();
    await age(id, 200);
    provider.options.before = () => ({ status: 400, body: { error: 'temporarily_unavailable' } });
    expect(await execute(name)).toMatchObject({ status: 'completed' });
    const asked = provider.grants.length;
    expect(await execute(name)).toMatchObject({ status: 'completed' });
    expect(provider.grants).toHaveLength(asked);
  }, 40_000);

  test('is refreshed by another process after one died between the answer and the commit', async () => {
    const { id, name } = await connect();
    provider.options.reuseMs = 60_000;
    const { rows } = await app.services.db.pool.query<{ generation: number }>(
      `update connection_tokens set expires_at = now() - interval '1 second', lease_id = uuidv7(),
       lease_until = clock_timestamp() + interval '1.5 seconds' where connection_id = $1 returning generation`,
      [id],
    );
    // The dead process had used it.
    for (const token of provider.refreshTokens.values()) token.usedAt ??= performance.now();
    expect(await execute(name)).toMatchObject({ status: 'completed' });
    expect(provider.grants).toEqual(['refresh_token']);
    const { rows: after } = await app.services.db.pool.query<{ generation: number }>(
      'select generation from connection_tokens where connection_id = $1',
      [id],
    );
    expect(after[0]?.generation).toBe((rows[0]?.generation ?? 0) + 1);
  });
});

describe('a connection that the service no longer accepts', () => {
  test('says what to do and which flows stop, by its record, one event and one mail', async () => {
    const { id, name } = await connect(authAt(provider));
    await app.services.db.pool.query(`update connections set account = 'ana@example.com' where id = $1`, [id]);
    await age(id, -1);
    const config = { eventType: 'connection.disconnected' };
    const watching = graph([node('start', 'trigger.crmEvent', config), node('end', 'logic.stop')], 'start>end');
    const watcher = await app.seed.flow(owner, watching);
    const flowId = await flowWith(name);
    provider.refreshTokens.clear();
    const started = await Promise.all(Array.from({ length: 6 }, (_, n) => trigger(n % 2 ? app : other, owner, flowId)));
    for (const execution of started) {
      const { error } = await reached(app, owner, execution);
      expect(error).toMatchObject({ code: 'CONNECTION_RECONNECT', message: expect.stringContaining(name) });
    }
    expect(provider.grants).toEqual(['refresh_token']);
    const found = await find(id);
    expect(found.status).toBe('reconnect');
    const problem = String(found.problem);
    expect(problem).toContain('no longer accepts the account ana@example.com (invalid_grant: Gone.)');
    expect(problem).toContain('Connect the account again.');
    expect(problem).toContain('Until then these flows stop: "');
    const notices = () => mails.mails.filter(({ raw }) => raw.includes('Subject: A connection of the workspace'));
    await waitFor(() => notices().length > 0);
    expect(notices()).toHaveLength(1);
    const { rows } = await app.services.db.pool.query<{ count: number }>(
      'select count(*)::int as count from executions where flow_id = $1',
      [watcher.id],
    );
    expect(rows[0]?.count).toBe(1);
    await consent(id);
    expect(await find(id)).toMatchObject({ status: 'connected', problem: null });
    expect(await execute(name)).toMatchObject({ status: 'completed' });
  });

  test('is one that has expired without a refresh token', async () => {
    const { id, name } = await connect();
    const { vault, db } = app.services;
    const context = { kind: 'connection-tokens', id, flowId: null };
    const encrypted = await vault.encrypt(owner.workspaceId, JSON.stringify({ accessToken: 'x' }), context);
    await db.pool.query('update connection_tokens set encrypted_tokens = $2 where connection_id = $1', [id, encrypted]);
    await age(id, -1);
    expect((await execute(name)).error).toMatchObject({ code: 'CONNECTION_RECONNECT' });
    expect(await find(id)).toMatchObject({ status: 'reconnect', problem: expect.stringContaining('has expired') });
    expect(provider.grants).toEqual([]);
  });

  test('fails with an error that may pass while the provider cannot be reached', async () => {
    const { id, name } = await connect();
    await age(id, -1);
    provider.options.before = () => ({ status: 503, body: {} });
    const { error } = await execute(name);
    expect(error).toMatchObject({ code: 'OUTBOUND_FAILED', message: expect.stringContaining(name) });
    expect(await find(id)).toMatchObject({ status: 'connected' });
  }, 40_000);

  test('holds flows that say so', async () => {
    const { id, name } = await connect();
    await age(id, -1);
    provider.refreshTokens.clear();
    const flowId = await flowWith(name, { settings: { hold: { failures: 3, seconds: 300 } } });
    for (let n = 0; n < 3; n += 1) await reached(app, owner, await trigger(app, owner, flowId));
    const holds = () =>
      app.rest(`GET /workspaces/${owner.workspaceId}/flows/holds?flowId=${flowId}`, { as: owner.token });
    await waitFor(async () => ((await holds()).body.data as unknown[]).length === 1);
    expect((await holds()).body.data).toMatchObject([{ code: 'CONNECTION_RECONNECT', nodeId: 'call' }]);
  });
});

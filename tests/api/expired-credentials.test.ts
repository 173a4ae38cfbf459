import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createClient } from 'graphql-sse';
import { markEmailVerified } from '../../src/contexts/accounts/auth/operator-actions.js';
import { type JwksServer, startJwksServer } from '../contexts/accounts/auth/jwks-server.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';
import { bearer, RawSocket, type SocketMessage, subscribe } from './raw-socket.js';

const issuer = 'https://login.example.com/';
const audience = 'workspace-automation';
const quarterOfAnHour = 15 * 60 * 1_000;

/** How far the clock of `app` is ahead of the one of the worker. */
let ahead = 0;
/** The time at which that clock is stopped, if it is. */
let stopped: number | null = null;
const now = () => new Date(stopped ?? Date.now() + ahead);
let app: TestApp;
/** Another process, which drives the executions with the correct clock. */
let worker: TestApp;
let jwks: JwksServer;
let owner: Owner;
let flowId: string;

beforeAll(async () => {
  worker = await startTestApp({ worker: true });
  app = await startTestApp({ database: worker.database, now });
  jwks = await startJwksServer();
  await jwks.addKey('ec', 'ES256');
  app.services.settings.trustedIssuer = { jwksUrl: jwks.url, issuer, audience };
  owner = await worker.seed.owner();
  await markEmailVerified(app.services.db.pool, owner.email, new Date());
  flowId = (await worker.seed.flow(owner, graph([node('start', 'trigger.manual')]))).id;
});

afterAll(async () => {
  await app.stop();
  await worker.stop();
  await jwks.close();
});

beforeEach(() => {
  ahead = 0;
  stopped = null;
});

async function login(): Promise<string> {
  const body = { email: owner.email, password: 'correct horse battery' };
  const { body: answer } = await app.rest('POST /auth/login', { body });
  return (answer.data as { accessToken: string }).accessToken;
}

async function tokenOfIssuer(): Promise<string> {
  const iat = Math.floor(now().getTime() / 1_000);
  const claims = { iss: issuer, aud: audience, sub: owner.email, email: owner.email, email_verified: true };
  return jwks.sign('ec', { ...claims, iat, exp: iat + 300 });
}

async function keyWithEnd(): Promise<string> {
  const expiresAt = new Date(now().getTime() + 300_000).toISOString();
  const body = { name: 'CI', capabilities: ['*'], expiresAt };
  const { body: answer } = await app.rest(`POST /workspaces/${owner.workspaceId}/api-keys`, { as: owner.token, body });
  return (answer.data as { key: string }).key;
}

const credentials: [string, () => Promise<string>][] = [
  ['an access token', login],
  ['a token of another issuer', tokenOfIssuer],
  ['an API key that has an end', keyWithEnd],
];

const follow = `subscription ($id: ID!) { workspaceExecutionUpdated(workspaceId: $id) { execution { id status } } }`;
const createVariable = `mutation ($id: ID!, $name: String!) {
  createGlobalVariable(workspaceId: $id, input: { name: $name, value: "1" }) { id } }`;

/** A socket that is subscribed to the workspace, after its first event. */
async function following(credential: string, id = 'live'): Promise<RawSocket> {
  const socket = await new RawSocket(app.url).acknowledged(bearer(credential));
  await socket.send(subscribe(id, follow, { id: owner.workspaceId }));
  let first: SocketMessage | undefined;
  void socket.next().then((message) => {
    first = message;
  });
  await waitFor(async () => {
    await trigger(worker, owner, flowId);
    return first !== undefined;
  });
  expect(first).toMatchObject({ type: 'next', payload: { data: { workspaceExecutionUpdated: {} } } });
  return socket;
}

const codeOf = ({ payload }: SocketMessage) =>
  (payload as { errors?: { extensions: { code: string } }[] } | undefined)?.errors?.[0]?.extensions.code;

describe.each(credentials)('when %s ends', (_name, obtain) => {
  test('its socket receives no further event, and is closed with 4403', async () => {
    const socket = await following(await obtain());
    ahead = quarterOfAnHour;
    await trigger(worker, owner, flowId);
    let message = await socket.next();
    // Earlier events may still arrive.
    while (message.type === 'next' && codeOf(message) === undefined) message = await socket.next();
    expect([message.type, codeOf(message)]).toEqual(['next', 'INVALID_TOKEN']);
    expect(await socket.closed).toEqual([4403, 'Forbidden']);
  });

  test('its socket runs no further mutation, and is closed with 4403', async () => {
    const socket = await new RawSocket(app.url).acknowledged(bearer(await obtain()));
    const variables = { id: owner.workspaceId, name: `BEFORE_${Date.now()}` };
    await socket.send(subscribe('1', createVariable, variables));
    expect(await socket.next()).toMatchObject({ payload: { data: { createGlobalVariable: {} } } });
    await socket.next();
    ahead = quarterOfAnHour;
    const name = `AFTER_${Date.now()}`;
    await socket.send(subscribe('2', createVariable, { ...variables, name }));
    expect(await socket.closed).toEqual([4403, 'Forbidden']);
    const { rows } = await app.services.db.pool.query('select 1 from global_variables where name = $1', [name]);
    expect(rows).toEqual([]);
  });

  test('its stream of events ends with the error', async () => {
    const client = createClient({
      url: `${app.url}/graphql`,
      retryAttempts: 0,
      headers: { authorization: `Bearer ${await obtain()}` },
    });
    const results = client.iterate({ query: follow, variables: { id: owner.workspaceId } });
    const first = results.next();
    let isThere = false;
    void first.then(() => {
      isThere = true;
    });
    await waitFor(async () => {
      await trigger(worker, owner, flowId);
      return isThere;
    });
    ahead = quarterOfAnHour;
    await trigger(worker, owner, flowId);
    const codes: unknown[] = [];
    for await (const { errors } of results) codes.push(errors?.[0]?.extensions?.code);
    expect(codes.at(-1)).toBe('INVALID_TOKEN');
    expect(codes.slice(0, -1).every((code) => code === undefined)).toBe(true);
  });
});

describe('an idle connection whose credential expires', () => {
  const end = () => {
    stopped = (stopped as number) + 1_000;
  };

  /** A token that expires in a tenth of a second while the clock is stopped. */
  async function almostEnded(): Promise<string> {
    stopped = Math.floor(Date.now() / 1_000) * 1_000;
    const token = await tokenOfIssuer();
    stopped += 304_900;
    return token;
  }

  test('is closed if it is a socket without operations', async () => {
    const socket = await new RawSocket(app.url).acknowledged(bearer(await almostEnded()));
    end();
    expect(await socket.closed).toEqual([4403, 'Forbidden']);
  });

  test('gets the error if it is a stream without events', async () => {
    const authorization = `Bearer ${await almostEnded()}`;
    const stream = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { authorization, accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query: follow, variables: { id: owner.workspaceId } }),
    });
    expect(stream.status).toBe(200);
    end();
    const text = await stream.text();
    expect(text).toContain('"code":"INVALID_TOKEN"');
    expect(text).toMatch(/event: complete\ndata:\n\n$/);
  });
});

test('an expired token does not end connections with a newer token of its session', async () => {
  const login = await app.rest('POST /auth/login', { body: { email: owner.email, password: 'correct horse battery' } });
  const [cookie = ''] = (login.headers.get('set-cookie') ?? '').split(';');
  ahead = 10 * 60 * 1_000;
  const refreshed = await app.rest('POST /auth/refresh', { headers: { cookie } });
  const [older, newer] = await Promise.all(
    [login, refreshed].map(({ body }) => following((body.data as { accessToken: string }).accessToken)),
  );
  ahead = quarterOfAnHour + 1_000;
  const executionId = await trigger(worker, owner, flowId);
  for (let message = await newer?.next(); ; message = await newer?.next()) {
    expect(message).toMatchObject({ type: 'next', payload: { data: {} } });
    if (JSON.stringify(message).includes(executionId)) break;
  }
  expect(await older?.closed).toEqual([4403, 'Forbidden']);
  await newer?.end();
});

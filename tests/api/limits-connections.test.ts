import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { waitFor } from '../support/wait-for.js';
import { bearer, RawSocket, subscribe } from './raw-socket.js';

let database: TestDatabase;
const started: TestApp[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  for (const app of started.splice(0)) await app.stop();
});

afterAll(() => database.drop());

async function start(options: TestAppOptions): Promise<TestApp> {
  const app = await startTestApp({ database, now: () => new Date('2026-11-22T12:00:30Z'), ...options });
  started.push(app);
  return app;
}

async function open(app: TestApp): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

const halfBody =
  'POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{';
const statusOf = async (app: TestApp, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app.url}/auth/me`, { headers: { connection: 'close', ...headers } });
  return response.status;
};

describe('connections of one address', () => {
  test('are refused above the limit, whatever they send', async () => {
    const app = await start({ connections: { connectionsPerAddress: 3 } });
    const sockets = [await open(app), await open(app), await open(app)];
    const refused = await open(app);
    expect(await text(refused)).toMatch(/^HTTP\/1.1 429 Too Many Requests\r\nRetry-After: 1\r\n/);
    for (const socket of sockets) socket.destroy();
    await waitFor(async () => (await statusOf(app)) === 401);
  });

  test('of a trusted proxy are limited by the requests of each client', async () => {
    const app = await start({ connections: { connectionsPerAddress: 2 }, trustProxy: 1 });
    const sockets = [await open(app), await open(app), await open(app)];
    for (const socket of sockets.slice(1))
      socket.write(halfBody.replace('host: x', 'host: x\r\nx-forwarded-for: 203.0.113.1'));
    await waitFor(async () => (await statusOf(app, { 'x-forwarded-for': '203.0.113.1' })) === 429);
    expect(await statusOf(app, { 'x-forwarded-for': '203.0.113.2' })).toBe(401);
    // Probes are answered in any case.
    const probe = await fetch(`${app.url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.1' } });
    expect(probe.status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await waitFor(async () => (await statusOf(app, { 'x-forwarded-for': '203.0.113.1' })) === 401);
  });
});

describe('a connection', () => {
  const ask = 'GET /auth/me HTTP/1.1\r\nhost: x\r\n\r\n';

  test('is closed with too many requests before the first is answered', async () => {
    const app = await start({});
    const flood = await open(app);
    flood.on('error', () => undefined);
    flood.write(ask.repeat(1_000));
    expect(((await text(flood).catch(() => '')).match(/HTTP\/1.1 401/g) ?? []).length).toBeLessThanOrEqual(20);
    const usual = await open(app);
    usual.write(ask.repeat(10));
    usual.end();
    expect((await text(usual)).match(/HTTP\/1.1 401/g)).toHaveLength(10);
  });
});

describe('WebSockets', () => {
  /** The status of a handshake: 101 if it was accepted. */
  async function handshake(app: TestApp): Promise<[number, WebSocket]> {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, ['graphql-transport-ws']);
    socket.on('error', () => undefined);
    const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number);
    return [await Promise.race([refused, once(socket, 'open').then(() => 101)]), socket];
  }

  test('of one address without a credential are half of its connections', async () => {
    const app = await start({ connections: { connectionsPerAddress: 30 } });
    const sockets: WebSocket[] = [];
    const statuses: number[] = [];
    for (let count = 0; count < 16; count++) {
      const [status, socket] = await handshake(app);
      statuses.push(status);
      sockets.push(socket);
    }
    expect(statuses).toEqual([...Array(15).fill(101), 429]);
    for (const socket of sockets) socket.terminate();
    // Those with a credential do not count among them.
    const { token } = await app.seed.owner();
    for (let count = 0; count < 6; count++) {
      await waitFor(async () => {
        const raw = new RawSocket(app.url);
        raw.socket.on('error', () => undefined);
        return raw.acknowledged(bearer(token));
      });
    }
  });

  test('of 100 dashboards behind one address come back at the same moment', async () => {
    const app = await start({});
    const opened = await Promise.all(Array.from({ length: 100 }, () => handshake(app)));
    expect(new Set(opened.map(([status]) => status))).toEqual(new Set([101]));
    for (const [, socket] of opened) socket.terminate();
  });

  test('are opened by one address as often in a minute as it may have connections', async () => {
    const app = await start({ connections: { connectionsPerAddress: 10 } });
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) {
      const [status, socket] = await handshake(app);
      statuses.push(status);
      if (status === 101) await Promise.all([once(socket, 'close'), socket.terminate()]);
    }
    expect(statuses).toEqual([...Array(10).fill(101), 429]);
  });

  test('of one caller are closed with 1013 above the limit', async () => {
    const app = await start({ connections: { socketsPerCaller: 2 } });
    const { token } = await app.seed.owner();
    const first = await new RawSocket(app.url).acknowledged(bearer(token));
    await new RawSocket(app.url).acknowledged(bearer(token));
    const third = new RawSocket(app.url);
    await third.send({ type: 'connection_init', payload: bearer(token) });
    expect(await third.closed).toEqual([1013, 'Too many WebSockets of this caller']);
    await first.end();
    await new RawSocket(app.url).acknowledged(bearer(token));
  });

  test('end after too many messages, and after a long one without a credential', async () => {
    const app = await start({});
    const many = await new RawSocket(app.url).acknowledged();
    await many.send(...Array(3_000).fill({ type: 'ping' }));
    expect(await many.closed).toEqual([1008, 'Too many messages']);
    const long = { type: 'ping', payload: { text: 'x'.repeat(70_000) } };
    const anonymous = await new RawSocket(app.url).acknowledged();
    await anonymous.send(long);
    expect(await anonymous.closed).toEqual([1009, 'Message too long']);
    const known = await new RawSocket(app.url).acknowledged(bearer((await app.seed.owner()).token));
    await known.send(long);
    expect(await known.next()).toMatchObject({ type: 'pong' });
  });
});

describe('subscriptions', () => {
  const query = 'subscription ($id: ID!) { workspaceExecutionUpdated(workspaceId: $id) { cursor } }';

  test('of one caller are counted over WebSockets and server-sent events together', async () => {
    const app = await start({ connections: { subscriptionsPerCaller: 2 } });
    const { token, workspaceId } = await app.seed.owner();
    const raw = await new RawSocket(app.url).acknowledged(bearer(token));
    await raw.send(subscribe('1', query, { id: workspaceId }), subscribe('mark', '{ __typename }'));
    expect(await raw.next()).toMatchObject({ id: 'mark', type: 'next' });
    expect(await raw.next()).toMatchObject({ id: 'mark', type: 'complete' });
    const stream = async () => {
      const abort = new AbortController();
      const response = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ query, variables: { id: workspaceId } }),
        signal: abort.signal,
      });
      return { response, abort };
    };
    const second = await stream();
    expect(second.response.status).toBe(200);
    expect(await (await stream()).response.text()).toContain('"code":"RATE_LIMITED"');
    await raw.send(subscribe('2', query, { id: workspaceId }));
    expect(await raw.next()).toMatchObject({
      id: '2',
      payload: { errors: [{ extensions: { code: 'RATE_LIMITED', status: 429, retryAfter: 5 } }] },
    });
    second.abort.abort();
    await raw.end();
    await waitFor(async () => {
      const { response, abort } = await stream();
      const begun = response.body?.getReader();
      const text = new TextDecoder().decode((await begun?.read())?.value);
      abort.abort();
      return !text.includes('RATE_LIMITED') && text === ':\n\n';
    });
  });
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { ids } from '../../src/app/collect-modules.js';
import { createGraphqlSocket } from '../../src/app/graphql/graphql-socket.js';
import { buildGraphSchema } from '../../src/app/schema.js';
import { loadConfig } from '../../src/config/index.js';
import { createExecutor } from '../../src/platform/graphql/executor.js';
import { limitOperations } from '../../src/platform/graphql/limit-operations.js';
import { createLog } from '../../src/platform/log.js';
import { createConnectionLimits } from '../../src/platform/rate-limit/connection-limits.js';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Owner } from '../support/seed.js';
import { bearer, RawSocket, subscribe } from './raw-socket.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ corsOrigins: ['https://app.example'] });
  owner = await app.seed.owner();
});

afterAll(() => app.stop());

const follow = 'subscription ($id: ID!) { workspaceExecutionUpdated(workspaceId: $id) { cursor } }';

interface Failed {
  extensions: { code: string; requestId: string };
}

describe('graphql-transport-ws closes', () => {
  test.each<[string, string | Buffer | object]>([
    ['no JSON', 'hello'],
    ['no object', '[1]'],
    ['an unknown type', { type: 'start' }],
    ['no type', { id: '1' }],
    ['an operation without an id', { type: 'subscribe', payload: { query: '{ me { id } }' } }],
    ['an operation without a query', { type: 'subscribe', id: '1', payload: {} }],
    [
      'variables that are no object',
      { type: 'subscribe', id: '1', payload: { query: '{ me { id } }', variables: 'x' } },
    ],
    ['bytes', Buffer.from([0xff, 0x00, 0x7b])],
  ])('with 4400 after an invalid message: %s', async (_, message) => {
    const fresh = new RawSocket(app.url);
    await fresh.send(message);
    expect(await fresh.closed).toEqual([4400, 'Invalid message received']);
    const known = await new RawSocket(app.url).acknowledged();
    await known.send(message);
    expect((await known.closed)[0]).toBe(4400);
  });

  test('with 4401 after an operation before connection_ack', async () => {
    const raw = new RawSocket(app.url);
    await raw.send(subscribe('1', '{ __typename }'));
    expect(await raw.closed).toEqual([4401, 'Unauthorized']);
  });

  test.each<[string, object]>([
    ['a token that is none', bearer('nonsense')],
    ['a key that is none', bearer('wak_nonsense')],
    ['no bearer', { authorization: 'Basic eDp5' }],
    ['no text', { authorization: 7 }],
    ['nothing in it', { authorization: '' }],
  ])('with 4403 after an invalid credential: %s', async (_, payload) => {
    const raw = new RawSocket(app.url);
    await raw.send({ type: 'connection_init', payload });
    expect(await raw.closed).toEqual([4403, 'Forbidden']);
  });

  test('with 4406 without a subprotocol', async () => {
    const raw = new RawSocket(app.url, []);
    expect((await raw.closed)[0]).toBe(4406);
  });

  test('with 4409 after an operation with an ID that is already in use', async () => {
    const raw = await new RawSocket(app.url).acknowledged(bearer(owner.token));
    const operation = subscribe('one', follow, { id: owner.workspaceId });
    await raw.send(operation, operation);
    expect(await raw.closed).toEqual([4409, 'Subscriber for one already exists']);
  });

  test('with 4429 after a second connection_init', async () => {
    const raw = await new RawSocket(app.url).acknowledged();
    await raw.send({ type: 'connection_init' });
    expect(await raw.closed).toEqual([4429, 'Too many initialisation requests']);
  });

  test('with 1009 after a message over 1 MiB', async () => {
    const raw = await new RawSocket(app.url).acknowledged();
    await raw.send(subscribe('1', `{ __typename } #${'x'.repeat(1024 * 1024)}`));
    expect((await raw.closed)[0]).toBe(1009);
  });
});

describe('a connection', () => {
  let server: Server;
  let served: ReturnType<typeof createGraphqlSocket>;
  let url: string;

  beforeAll(async () => {
    server = createServer();
    served = createGraphqlSocket({
      server,
      path: '/graphql',
      executor: limitOperations(createExecutor(buildGraphSchema(), ids)),
      log: createLog({ level: 'silent' }),
      initWithinMs: 50,
      connections: createConnectionLimits(loadConfig({}), () => new Date()),
      addressOf: () => '127.0.0.1',
      createContext: async (authorization) => {
        const code = authorization === 'Bearer away' ? 'ECONNREFUSED' : 'EWHATEVER';
        throw Object.assign(new Error('connect 10.0.0.7:5432'), { code });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await served.close();
    server.close();
  });

  test('without connection_init in time is closed with 4408', async () => {
    const raw = new RawSocket(url);
    await raw.send({ type: 'ping' });
    expect(await raw.next()).toEqual({ type: 'pong' });
    expect(await raw.closed).toEqual([4408, 'Connection initialisation timeout']);
  });

  test('is closed with 1013 while the database is unavailable, without internals', async () => {
    const away = new RawSocket(url);
    await away.send({ type: 'connection_init', payload: bearer('away') });
    expect(await away.closed).toEqual([1013, 'Try again later']);
    const failed = new RawSocket(url);
    await failed.send({ type: 'connection_init', payload: bearer('any') });
    expect(await failed.closed).toEqual([4500, 'Internal server error']);
  });
});

describe('an operation', () => {
  test('is answered once and completed, after which its ID can be used again', async () => {
    const raw = await new RawSocket(app.url).acknowledged(bearer(owner.token));
    for (let round = 0; round < 2; round++) {
      await raw.send(subscribe('1', '{ me { email } }'));
      const payload = { data: { me: { email: owner.email } }, extensions: { cost: 1 } };
      expect(await raw.next()).toEqual({ type: 'next', id: '1', payload });
      expect(await raw.next()).toEqual({ type: 'complete', id: '1' });
    }
    expect((await raw.end())[0]).toBe(1005);
  });

  test('that is invalid is answered with an error, and the connection stays open', async () => {
    const raw = await new RawSocket(app.url).acknowledged();
    await raw.send(subscribe('1', '{ nothing }'), subscribe('2', '{ oops'));
    for (const id of ['1', '2']) {
      const answer = await raw.next();
      expect(answer).toMatchObject({
        type: 'error',
        id,
        payload: [{ extensions: { code: 'BAD_REQUEST', status: 400 } }],
      });
    }
    await raw.send(subscribe('3', '{ me { id } }'));
    const answer = await raw.next();
    expect(answer).toMatchObject({ type: 'next', payload: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } });
    await raw.end();
  });

  test('reports its errors with a request ID of its own', async () => {
    const raw = await new RawSocket(app.url).acknowledged();
    const unnamed = { type: 'subscribe', id: '5', payload: { query: 'query A { __typename }', operationName: 'B' } };
    await raw.send(subscribe('1', '{ nothing }'), subscribe('2', '{ oops'), subscribe('3', '{ me { id } }'));
    await raw.send(subscribe('4', follow, { id: owner.workspaceId }), unnamed);
    const requestIds: string[] = [];
    while (requestIds.length < 5) {
      const { payload } = (await raw.next()) as { payload?: Failed[] | { errors: Failed[] } };
      const errors = Array.isArray(payload) ? payload : payload?.errors;
      if (!errors) continue;
      expect(errors.every(({ extensions }) => extensions.code && extensions.requestId)).toBe(true);
      requestIds.push(errors[0]?.extensions.requestId ?? '');
    }
    expect(new Set(requestIds).size).toBe(5);
    await raw.end();
  });

  test('of a subscription ends when the client completes it', async () => {
    const raw = await new RawSocket(app.url).acknowledged(bearer(owner.token));
    await raw.send(subscribe('1', follow, { id: owner.workspaceId }), { type: 'complete', id: '1' });
    await raw.send(subscribe('2', '{ __typename }'));
    expect(await raw.next()).toMatchObject({ type: 'next', id: '2', payload: { data: { __typename: 'Query' } } });
    expect(await raw.next()).toEqual({ type: 'complete', id: '2' });
    await raw.send({ type: 'ping', payload: { at: 1 } });
    expect(await raw.next()).toEqual({ type: 'pong', payload: { at: 1 } });
    await raw.end();
  });

  test('is refused above a hundred at once on one socket, which stays open', async () => {
    const raw = await new RawSocket(app.url).acknowledged(bearer(owner.token));
    const query = 'subscription ($id: ID!) { workspaceExecutionUpdated(workspaceId: $id) { cursor } }';
    const payload = { query, variables: { id: owner.workspaceId } };
    await raw.send(...Array.from({ length: 101 }, (_, index) => ({ id: `${index}`, type: 'subscribe', payload })));
    expect(await raw.next()).toMatchObject({
      id: '100',
      type: 'error',
      payload: [{ message: expect.stringContaining('at most 100'), extensions: { code: 'BAD_REQUEST' } }],
    });
    await raw.send(
      { id: '0', type: 'complete' },
      { id: 'last', type: 'subscribe', payload: { query: '{ __typename }' } },
    );
    expect(await raw.next()).toMatchObject({ id: 'last', type: 'next', payload: { data: { __typename: 'Query' } } });
    await raw.end();
  });
});

describe('a handshake', () => {
  const statusFor = async (path: string, origin?: string) => {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}${path}`, ['graphql-transport-ws'], {
      ...(origin !== undefined && { origin }),
    });
    const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number);
    const opened = once(socket, 'open').then(() => 101);
    socket.on('error', () => undefined);
    const status = await Promise.race([refused, opened]);
    socket.terminate();
    return status;
  };

  test('is refused for web pages of other origins, and accepted from the listed origins and the own one', async () => {
    expect(await statusFor('/graphql')).toBe(101);
    expect(await statusFor('/graphql', 'https://evil.example')).toBe(403);
    expect(await statusFor('/graphql', 'null')).toBe(403);
    expect(await statusFor('/graphql', app.url)).toBe(101);
    // The public host name, as a proxy in front of the server forwards it.
    expect(await statusFor('/graphql', 'http://localhost:4000')).toBe(101);
    expect(await statusFor('/graphql', 'https://app.example')).toBe(101);
  });

  test('is refused with 404 for other paths', async () => {
    expect(await statusFor('/')).toBe(404);
    expect(await statusFor('/graphql/deeper')).toBe(404);
  });
});

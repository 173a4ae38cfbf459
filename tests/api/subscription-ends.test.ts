import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient } from 'graphql-sse';
import { addMember, password } from '../contexts/accounts/members/people.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';
import { subscriptionFields, subscriptionOf } from './isolation/subscription-fields.js';
import { bearer, RawSocket, type SocketMessage, subscribe } from './raw-socket.js';

let app: TestApp;
let owner: Owner;
let flowId: string;
/** A job that no worker takes. */
let jobId: string;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  const waits = graph([node('start', 'trigger.manual'), node('wait', 'logic.delay', { minutes: 60 })], 'start>wait');
  flowId = (await app.seed.flow(owner, waits)).id;
  const made = await app.rest(`POST /workspaces/${owner.workspaceId}/exports`, {
    as: owner.token,
    body: { resource: 'contacts' },
  });
  jobId = (made.body.data as { id: string }).id;
  await waitFor(async () => {
    const { rows } = await app.services.db.pool.query('select from jobs where id = $1 and finished_at is not null', [
      jobId,
    ]);
    return rows.length > 0;
  });
  await app.services.db.pool.query(`update jobs set status = 'running', finished_at = null where id = $1`, [jobId]);
});

afterAll(() => app.stop());

/** A credential of the workspace, and what takes its rights away. */
interface Loss {
  credential: string;
  lose: () => Promise<void>;
}

async function call(route: string, as: string, body?: unknown, cookie?: string): Promise<never> {
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
  const answer = await app.rest(route, { as, headers, ...(body !== undefined && { body }) });
  if (answer.status >= 300) throw new Error(`${route}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

const own = (route: string, as = owner.token, body?: unknown) =>
  call(route.replace(' ', ` /workspaces/${owner.workspaceId}`), as, body);

const member = (role = 'EDITOR') => addMember(app, owner.workspaceId, owner.token, role);

async function keyOf(
  token: string,
  capabilities = ['flows:read', 'contacts:read'],
): Promise<{ id: string; key: string }> {
  return own('POST /api-keys', token, { name: 'Key', capabilities });
}

/** A member in a session with a cookie. */
async function session() {
  const { email, token: before } = await member();
  const login = await app.rest('POST /auth/login', { body: { email, password } });
  const { accessToken: token } = login.body.data as { accessToken: string };
  return { token, before, cookie: (login.headers.get('set-cookie') ?? '').split(';')[0] as string };
}

const losses: Record<string, { code: string; prepare: () => Promise<Loss> }> = {
  'a member is removed': {
    code: 'NOT_FOUND',
    prepare: async () => {
      const { token, userId } = await member();
      return { credential: token, lose: () => own(`DELETE /members/${userId}`) };
    },
  },
  'an API key is revoked': {
    code: 'INVALID_TOKEN',
    prepare: async () => {
      const { id, key } = await keyOf(owner.token);
      return { credential: key, lose: () => own(`DELETE /api-keys/${id}`) };
    },
  },
  'the member who created an API key is removed': {
    code: 'INVALID_TOKEN',
    prepare: async () => {
      const { token, userId } = await member();
      return { credential: (await keyOf(token)).key, lose: () => own(`DELETE /members/${userId}`) };
    },
  },
  'a session is ended by logout': {
    code: 'INVALID_TOKEN',
    prepare: async () => {
      const { token, cookie } = await session();
      return { credential: token, lose: () => call('POST /auth/logout', token, {}, cookie) };
    },
  },
  'all sessions of a user are ended': {
    code: 'INVALID_TOKEN',
    prepare: async () => {
      const { token, before } = await session();
      return { credential: token, lose: () => call('POST /auth/logout-all', before) };
    },
  },
  'a password is changed in another session': {
    code: 'INVALID_TOKEN',
    prepare: async () => {
      const { token, before } = await session();
      const body = { currentPassword: password, newPassword: 'another horse battery' };
      return { credential: token, lose: () => call('POST /auth/change-password', before, body) };
    },
  },
};

/** Every subscription, by each transport, with each loss. */
const cases = Object.entries(losses).flatMap(([what, loss]) =>
  subscriptionFields.flatMap((field) =>
    ['a WebSocket', 'server-sent events'].map((transport) => ({ what, ...loss, field, transport })),
  ),
);

/** The code of a result with errors, or of the errors that a socket receives instead of one. */
function errorCode(result: unknown): string | undefined {
  const errors = Array.isArray(result) ? result : (result as { errors?: unknown[] }).errors;
  return (errors?.[0] as { extensions: { code: string } } | undefined)?.extensions.code;
}

/** Something that every subscription reports. @returns the IDs of what it made */
async function stir(): Promise<string[]> {
  await app.services.db.pool.query('update jobs set done = done + 1 where id = $1', [jobId]);
  const { id }: { id: string } = await own('POST /contacts', owner.token, { name: 'Ada' });
  return [await trigger(app, owner, flowId), id];
}

/** What a subscription receives, once its first event has arrived. */
async function follow(transport: string, field: string, credential: string) {
  const executionId = await trigger(app, owner, flowId);
  const { query, variables } = subscriptionOf(field, { workspaceId: owner.workspaceId, flowId, executionId, jobId });
  const received: unknown[] = [];
  const socket = transport === 'a WebSocket' ? new RawSocket(app.url) : null;
  const ended = socket ? bySocket(socket) : byStream();
  async function bySocket(raw: RawSocket) {
    await raw.acknowledged(bearer(credential));
    await raw.send(subscribe('live', query, variables));
    for (let message: SocketMessage = await raw.next(); ; message = await raw.next()) {
      received.push(message.payload ?? {});
      if (message.type !== 'next' || errorCode(message.payload)) return;
    }
  }
  async function byStream() {
    const headers = { authorization: `Bearer ${credential}` };
    const client = createClient({ url: `${app.url}/graphql`, retryAttempts: 0, headers });
    for await (const result of client.iterate({ query, variables })) received.push(result);
  }
  await waitFor(async () => {
    if (received.length === 0) await stir();
    return received.length > 0;
  });
  expect(errorCode(received[0])).toBeUndefined();
  return { executionId, received, ended, socket };
}

describe.each(cases)('after $what, $field by $transport', ({ code, prepare, field, transport }) => {
  test('gets no further event, and ends with the reason', async () => {
    const { credential, lose } = await prepare();
    const { executionId, received, ended, socket } = await follow(transport, field, credential);
    await lose();
    const later = await stir();
    await own(`POST /flows/executions/${executionId}/cancel`);
    await ended;
    expect(errorCode(received.at(-1))).toBe(code);
    for (const id of later) expect(JSON.stringify(received)).not.toContain(id);
    expect(JSON.stringify(received)).not.toContain('cancelled');
    if (socket && code === 'INVALID_TOKEN') expect(await socket.closed).toEqual([4403, 'Forbidden']);
    else await socket?.end();
  });
});

test('a member who becomes a VIEWER still receives events, and writes nothing by the same socket', async () => {
  const { token, userId } = await member();
  const { socket, received } = await follow('a WebSocket', 'workspaceExecutionUpdated', token);
  await own(`PATCH /members/${userId}/role`, owner.token, { role: 'VIEWER' });
  const seen = received.length;
  await waitFor(async () => {
    await trigger(app, owner, flowId);
    return received.length > seen;
  });
  const document = 'mutation ($id: ID!) { createContact(workspaceId: $id, input: { name: "Late" }) { id } }';
  await socket?.send(subscribe('write', document, { id: owner.workspaceId }));
  await waitFor(() => received.some((result) => errorCode(result) === 'FORBIDDEN'));
  await socket?.end();
});

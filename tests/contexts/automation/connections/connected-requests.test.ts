import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { endPause, reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { addMember } from '../../accounts/members/people.js';

const secret = 'sk-live-0123456789abcdef';

let app: TestApp;
let owner: Owner;
let server: LoopbackServer;
/** The same server under a name that it also has. */
let elsewhere: string;
beforeAll(async () => {
  app = await startTestApp({ worker: true, outboundAllow: ['127.0.0.1', 'localhost'] });
  owner = await app.seed.owner();
  server = await startLoopbackServer({
    '/echo': ({ headers, url }, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ authorization: headers.authorization, key: headers['x-key'], url }));
    },
    '/away': (_request, response) =>
      response.writeHead(302, { location: `${server.origin.replace('127.0.0.1', 'localhost')}/echo` }).end(),
  });
  elsewhere = server.origin.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await server.close();
  await app.stop();
});
beforeEach(() => void server.received.splice(0));

let created = 0;
async function connect(auth: object, more: object = {}): Promise<{ id: string; name: string }> {
  const name = `Connection ${++created}`;
  const path = `POST /workspaces/${owner.workspaceId}/connections`;
  const { status, body } = await app.rest(path, {
    as: owner.token,
    body: { name, auth, hosts: ['127.0.0.1'], ...more },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
}

const by = (connection: string) => ({ auth: { type: 'connection', connection } });
const flowOf = (data: object) =>
  graph(
    [
      node('start', 'trigger.manual'),
      node('call', 'http.request', { method: 'GET', url: `${server.origin}/echo`, ...data }),
    ],
    'start>call',
  );

async function send(data: object) {
  const { id } = await app.seed.flow(owner, flowOf(data));
  return reached(app, owner, await trigger(app, owner, id));
}

async function storedTexts(id: string): Promise<string> {
  const { rows } = await app.services.db.pool.query<{ text: string }>(
    `select (select string_agg(s::text, '') from execution_steps s where execution_id = e.id)
       || coalesce((select string_agg(v::text, '') from execution_events v where execution_id = e.id), '') || e::text as text
     from executions e where e.id = $1`,
    [id],
  );
  return rows[0]?.text ?? '';
}

describe('a request with a connection', () => {
  test.each<[string, object, (request: { headers: Record<string, unknown>; url: string }) => unknown, unknown]>([
    ['bearer token', { type: 'bearer', token: secret }, ({ headers }) => headers.authorization, `Bearer ${secret}`],
    [
      'user name and password',
      { type: 'basic', username: 'ana', password: secret },
      ({ headers }) => headers.authorization,
      `Basic ${Buffer.from(`ana:${secret}`).toString('base64')}`,
    ],
    ['key in a header', { type: 'apiKey', name: 'X-Key', value: secret }, ({ headers }) => headers['x-key'], secret],
    [
      'key in the query',
      { type: 'apiKey', placement: 'query', name: 'key', value: secret },
      ({ url }) => url,
      `/echo?key=${secret}`,
    ],
  ])('sends its %s, which no record shows', async (_, auth, sentIn, expected) => {
    const { name } = await connect(auth);
    const ended = await send(by(name));
    expect(ended.status).toBe('completed');
    expect(sentIn(server.received[0] as never)).toBe(expected);
    const stored = await storedTexts(ended.id);
    expect(stored).toContain(name);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(Buffer.from(`ana:${secret}`).toString('base64'));
    expect(JSON.stringify(ended)).not.toContain(secret);
  });

  test('finds it by ID as well as by name', async () => {
    const { id } = await connect({ type: 'bearer', token: secret });
    expect(await send(by(id.toUpperCase()))).toMatchObject({ status: 'completed' });
    expect(server.received).toHaveLength(1);
  });

  test('is refused for hosts that are not those of the connection', async () => {
    const { name } = await connect({ type: 'bearer', token: secret });
    const { error } = await send({ ...by(name), url: `${elsewhere}/echo` });
    expect(error).toMatchObject({ code: 'SECRET_HOST_NOT_ALLOWED', nodeId: 'call' });
    expect(error?.message).toContain(`The connection "${name}" must not be used for localhost`);
    expect(server.received).toEqual([]);
  });

  test('loses its credentials where a redirect leaves the hosts', async () => {
    const { name } = await connect({ type: 'apiKey', name: 'x-key', value: secret });
    expect(await send({ ...by(name), url: `${server.origin}/away` })).toMatchObject({ status: 'completed' });
    expect(server.received.map(({ headers }) => headers['x-key'])).toEqual([secret, undefined]);
  });

  test('uses the credentials of this moment', async () => {
    const { id, name } = await connect({ type: 'bearer', token: secret });
    const flow = await app.seed.flow(owner, flowOf(by(name)));
    const path = `PATCH /workspaces/${owner.workspaceId}/connections/${id}`;
    await app.rest(path, { as: owner.token, body: { auth: { type: 'bearer', token: `${secret}-new` } } });
    await reached(app, owner, await trigger(app, owner, flow.id));
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${secret}-new`);
  });

  test('fails when the connection was deleted meanwhile', async () => {
    const { id, name } = await connect({ type: 'bearer', token: secret });
    const { nodes } = flowOf(by(name));
    const pause = node('pause', 'logic.delay', { minutes: 5 });
    const flow = await app.seed.flow(owner, graph([...nodes, pause], 'start>pause', 'pause>call'));
    const execution = await trigger(app, owner, flow.id);
    await reached(app, owner, execution, ({ steps }) => steps.some(({ status }) => status === 'waiting'));
    await app.rest(`DELETE /workspaces/${owner.workspaceId}/connections/${id}`, { as: owner.token });
    await endPause(app, execution);
    const { error } = await reached(app, owner, execution);
    expect(error).toMatchObject({ code: 'CONNECTION_MISSING', message: expect.stringContaining(name) });
    const validated = await app.rest(`GET /workspaces/${owner.workspaceId}/flows/${flow.id}/validate`, {
      as: owner.token,
    });
    expect(JSON.stringify(validated.body)).toContain('REFERENCE_MISSING');
  });

  test('does not use a connection whose name an expression computes', async () => {
    const { name } = await connect({ type: 'bearer', token: secret });
    const computed = { auth: `{{ {"type": "connection", "connection": "${name}"} }}` };
    expect((await send(computed)).error).toMatchObject({ code: 'CONNECTION_MISSING' });
    expect(server.received).toEqual([]);
  });

  test('asks who saves the flow for the right to use connections', async () => {
    const { name } = await connect({ type: 'bearer', token: secret });
    const editor = await addMember(app, owner.workspaceId, owner.token, 'EDITOR');
    const path = `/workspaces/${owner.workspaceId}`;
    await app.rest(`PATCH ${path}/members/${editor.userId}/role`, {
      as: owner.token,
      body: { role: 'EDITOR', deniedCapabilities: ['connections:use'] },
    });
    const body = { name: 'Unused', ...flowOf(by(name)) };
    const { status, body: answer } = await app.rest(`POST ${path}/flows`, { as: editor.token, body });
    expect(status).toBe(403);
    expect(answer.error.message).toContain('connections:use');
  });

  test('does not use one that belongs to another flow only', async () => {
    const other = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]));
    const { name } = await connect({ type: 'bearer', token: secret }, { flowId: other.id });
    const { id } = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]));
    const path = `PATCH /workspaces/${owner.workspaceId}/flows/${id}`;
    const saved = await app.rest(path, { as: owner.token, body: { ...flowOf(by(name)), isActive: true } });
    expect(JSON.stringify(saved.body)).toContain('REFERENCE_MISSING');
  });

  test('uses none in a simulation', async () => {
    const { name } = await connect({ type: 'bearer', token: secret });
    const { id } = await app.seed.flow(owner, flowOf(by(name)));
    const path = `POST /workspaces/${owner.workspaceId}/flows/${id}/simulate`;
    const { body } = await app.rest(path, { as: owner.token, body: {} });
    const { executionId } = body.data as { executionId: string };
    expect(await reached(app, owner, executionId)).toMatchObject({ status: 'completed' });
    expect(server.received).toEqual([]);
  });
});

import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type Answering,
  type LoopbackServer,
  startLoopbackServer,
} from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { endPause, reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { startTestWorker, type TestWorker } from '../../../support/worker.js';

const secret = 'sk-live-0123456789abcdef';
const pin = 'q7z';
const token = 'token-of-a-session-4711';

const answerJson = (response: Parameters<Answering>[1], value: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const routes: Record<string, Answering> = {
  '/echo': ({ body }, response) => answerJson(response, { body: String(body) }),
  '/long-echo': ({ body }, response) => answerJson(response, { body: String(body), more: 'x'.repeat(70_000) }),
  '/token': (_request, response) => answerJson(response, { access_token: token, more: 'x'.repeat(70_000) }),
  '/flag': (_request, response) => answerJson(response, { access_token: true }),
};

let app: TestApp;
let owner: Owner;
let server: LoopbackServer;
/** The same server under a name that it also has, and that the secrets do not allow. */
let elsewhere: string;
let worker: TestWorker;
beforeAll(async () => {
  app = await startTestApp({ outboundAllow: ['127.0.0.1', 'localhost'] });
  owner = await app.seed.owner();
  server = await startLoopbackServer(routes);
  elsewhere = server.origin.replace('127.0.0.1', 'localhost');
  worker = await startTestWorker(app);
  for (const [name, value] of Object.entries({ secret, pin })) {
    const body = { name, value, allowedHosts: ['127.0.0.1'] };
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, { as: owner.token, body });
  }
});
afterAll(async () => {
  await worker.stop();
  await server.close();
  await app.stop();
});
beforeEach(() => void server.received.splice(0));

const start = node('start', 'trigger.manual');
const post = (url: string, body: unknown, id = 'send') =>
  node(id, 'http.request', { method: 'POST', url, body, bodyType: 'text' });
const get = (path: string, id = 'get') => node(id, 'http.request', { method: 'GET', url: `${server.origin}${path}` });
const note = (value: string) => node('note', 'data.set', { assignments: [{ name: 'noted', value }] });

const base64 = (text: string) => Buffer.from(text).toString('base64');
const made: [expression: string, text: string][] = [
  ['base64Encode(base64Encode(boveda.secret))', base64(base64(secret))],
  ['urlEncode(base64Encode(base64Encode("a" + boveda.secret)))', encodeURIComponent(base64(base64(`a${secret}`)))],
  ['hmac("text", boveda.secret)', createHmac('sha256', secret).update('text').digest('hex')],
  ['hmac(boveda.secret, "key", "sha512", "base64")', createHmac('sha512', 'key').update(secret).digest('base64')],
  ['"number-" + boveda.pin', `number-${pin}`],
];

/** Everything that is stored of executions in a form that can be read. */
async function stored(): Promise<string> {
  const { rows } = await app.services.db.pool.query<{ text: string }>(
    `select coalesce((select string_agg((to_jsonb(e) - 'encrypted')::text, '') from executions e), '')
       || coalesce((select string_agg((to_jsonb(s) - 'encrypted')::text, '') from execution_steps s), '')
       || coalesce((select string_agg(v::text, '') from execution_events v), '')
       || coalesce((select string_agg(b.content, '') from blobs b), '') as text`,
  );
  return rows[0]?.text ?? '';
}

/** Runs a flow that hands on a value to a flow with this node, which it names only when it runs. */
async function handOn(expression: string, last: ReturnType<typeof node>) {
  const called = await app.seed.flow(owner, graph([start, last], `start>${last.id}`));
  const input = { made: `{{ ${expression} }}` };
  const call = node('call', 'flow.call', { flowId: '{{triggerData.flowId}}', input });
  const { id } = await app.seed.flow(owner, graph([start, call], 'start>call'));
  return reached(app, owner, await trigger(app, owner, id, { triggerData: { flowId: called.id } }));
}

describe('what was made of a whole secret and handed on to another flow', () => {
  test.each(made)('%s is sent to the hosts of the secret, and masked in every record', async (expression, text) => {
    const seen = await handOn(expression, post(`${server.origin}/echo`, '{{triggerData.made}}'));
    expect(seen.status).toBe('completed');
    expect(server.received.map(({ body }) => String(body))).toEqual([text]);
    expect((await stored()).includes(text)).toBe(false);
  });

  test.each(made)('%s is sent to no other host', async (expression) => {
    const seen = await handOn(expression, post(`${elsewhere}/echo`, '{{triggerData.made}}'));
    expect(seen.error?.message).toContain('SECRET_HOST_NOT_ALLOWED');
    expect(server.received).toEqual([]);
  });

  test.each(made)('%s is refused where no secrets are accepted', async (expression) => {
    const seen = await handOn(expression, note('{{triggerData["ma" + "de"].size()}}'));
    expect(seen.error?.message).toContain('SECRET_SINK');
  });
});

describe('what servers answered in a loop, in values that are stored apart', () => {
  /** Runs a loop around a node, and after a pause a last node in another worker. */
  async function loopThenTakeOver(inner: ReturnType<typeof node>, last: ReturnType<typeof node>) {
    const nodes = [start, node('each', 'logic.loop', { items: [1, 2] }), inner];
    const pause = node('pause', 'logic.delay', { minutes: 60 });
    const content = graph(
      [...nodes, pause, last],
      'start>each',
      `each:item>${inner.id}`,
      'each:done>pause',
      `pause>${last.id}`,
    );
    const next = { id: 'next', source: inner.id, target: 'each', targetHandle: 'next' };
    const { id } = await app.seed.flow(owner, { ...content, edges: [...content.edges, next] });
    const executionId = await trigger(app, owner, id);
    await reached(app, owner, executionId, ({ phase }) => phase === 'waiting');
    await worker.stop();
    worker = await startTestWorker(app);
    await endPause(app, executionId);
    return reached(app, owner, executionId);
  }

  test.each(['items[0].body.access_token', 'items[1].body.access_token.size()', 'items.map(i, i.body)'])(
    'keeps a sensitive field secret when another worker takes over: %s',
    async (path) => {
      const seen = await loopThenTakeOver(get('/token'), note(`{{steps.each.${path}}}`));
      expect(seen.error).toMatchObject({ code: 'SECRET_SINK', nodeId: 'note' });
      expect((await stored()).includes(token)).toBe(false);
    },
  );

  test('keeps what was made of a secret confined to its hosts', async () => {
    const echoed = post(`${server.origin}/long-echo`, '{{ hmac("text", boveda.secret) }}', 'ask');
    const seen = await loopThenTakeOver(echoed, post(`${elsewhere}/echo`, '{{steps.each.items[1].body.body}}'));
    expect(seen.error).toMatchObject({ code: 'SECRET_HOST_NOT_ALLOWED', nodeId: 'send' });
  });
});

test('a sensitive field that is true or false is secret as well', async () => {
  const { id } = await app.seed.flow(
    owner,
    graph([start, get('/flag'), note('{{steps.get.body.access_token}}')], 'start>get', 'get:out>note'),
  );
  const seen = await reached(app, owner, await trigger(app, owner, id));
  expect(seen.error).toMatchObject({ code: 'SECRET_SINK', nodeId: 'note' });
  expect(seen.steps[1]?.output).toMatchObject({ body: { access_token: '••••' } });
});

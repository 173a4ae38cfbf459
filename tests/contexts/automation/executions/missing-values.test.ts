import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let target: LoopbackServer;
/** The bodies that the server got. */
let received: string[] = [];

beforeAll(async () => {
  target = await startLoopbackServer({
    '/orders': ({ body }, response) => {
      received.push(body);
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"none":null}');
    },
  });
  app = await startTestApp({ worker: true, outboundAllow: ['127.0.0.1'] });
  owner = await app.seed.owner();
}, 60_000);

beforeEach(() => {
  received = [];
});

afterAll(async () => {
  await app.stop();
  await target.close();
});

const start = node('start', 'trigger.manual');

async function run(nodes: object[], edges: string[], triggerData: object = { total: 5 }): Promise<SeenExecution> {
  const flow = await app.seed.flow(owner, graph([start, ...(nodes as [])], ...edges) as Record<string, unknown>);
  return reached(app, owner, await trigger(app, owner, flow.id, { triggerData }));
}

/** Runs one node behind the trigger. */
function runOne(type: string, data: Record<string, unknown>): Promise<SeenExecution> {
  return run([node('n', type, data)], ['start>n']);
}

function stepOf({ steps }: SeenExecution, nodeId = 'n') {
  return steps.find((step) => step.nodeId === nodeId);
}

function post(data: Record<string, unknown>) {
  return { method: 'POST', url: `${target.origin}/orders`, ...data };
}

describe('a path that leads nowhere', () => {
  test('is null at its place in what a node outputs and sends', async () => {
    const expression = '{"id": triggerData.order.id, "total": triggerData.total}';
    const mapped = await run(
      [node('map', 'data.transform', { expression }), node('n', 'http.request', post({ body: '{{steps.map}}' }))],
      ['start>map', 'map:out>n'],
    );
    expect(mapped.status).toBe('completed');
    expect(stepOf(mapped, 'map')).toMatchObject({
      output: { id: null, total: 5 },
      logs: [{ level: 'warn', message: expect.stringContaining('triggerData.order.id has no value') }],
    });
    expect(received.map((body) => JSON.parse(body))).toEqual([{ id: null, total: 5 }]);
  });

  test('is null in an object that is written out, and nothing in a text', async () => {
    const body = { id: '{{triggerData.order.id}}', note: 'Order {{triggerData.order.id}}!' };
    expect((await runOne('http.request', post({ body }))).status).toBe('completed');
    expect(received.map((text) => JSON.parse(text))).toEqual([{ id: null, note: 'Order !' }]);
  });

  test('can be replaced by default() and coalesce()', async () => {
    const assignments = [
      { name: 'a', value: '{{ triggerData.order.id.default("none") }}' },
      { name: 'b', value: '{{ coalesce(triggerData.order.id, triggerData.total) }}' },
      { name: 'c', value: '{{ triggerData.order == null ? "no" : "yes" }}' },
    ];
    const done = await runOne('data.set', { assignments });
    expect(stepOf(done)).toMatchObject({ status: 'completed', output: { a: 'none', b: 5, c: 'no' }, logs: [] });
  });
});

describe('a computation with null fails the step with EXPR_NULL and the path', () => {
  test.each<[string, Record<string, unknown>]>([
    ['data.transform', { expression: '{"vat": triggerData.price * 0.21}' }],
    ['data.set', { assignments: [{ name: 'x', value: '{{ triggerData.price + 1 }}' }] }],
    ['http.request', { method: 'GET', url: 'http://127.0.0.1:1/{{ string(triggerData.price) }}' }],
    ['logic.if', { conditions: [{ left: '{{ triggerData.price > 3 }}', operator: 'isTrue' }] }],
    ['logic.switch', { value: '{{ triggerData.price.trim() }}', cases: [{ id: 'a', equals: 1 }] }],
    ['logic.loop', { items: '{{ triggerData.price.map(x, x) }}' }],
    ['logic.loop', { while: '{{ triggerData.price < 3 }}' }],
    ['logic.delay', { seconds: '{{ triggerData.price * 2 }}' }],
    ['message.email', { to: 'ana@example.com', subject: 'x', body: 'Pay {{ triggerData.price * 2 }}' }],
    ['data.code', { source: 'return input', input: '{{ [size(triggerData.price)] }}' }],
  ])('%s %j', async (type, data) => {
    const failed = await runOne(type, data);
    const message = expect.stringContaining('triggerData.price is null, where a value is required');
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'EXPR_NULL', message, nodeId: 'n' } });
    expect(stepOf(failed)).toMatchObject({ status: 'failed', error: { code: 'EXPR_NULL', message } });
  });

  test('which leaves by the handle error where it is wired, and continues with onError', async () => {
    const transform = { expression: 'triggerData.price * 2' };
    const code = node('after', 'data.set', { assignments: [{ name: 'code', value: '{{steps.n.error.code}}' }] });
    const branched = await run([node('n', 'data.transform', transform), code], ['start>n', 'n:error>after']);
    expect(branched).toMatchObject({ status: 'completed', output: { code: 'EXPR_NULL' } });
    const continued = await run(
      [node('n', 'data.transform', { ...transform, onError: 'continue' }), code],
      ['start>n', 'n:out>after'],
    );
    expect(continued).toMatchObject({ status: 'completed', output: { code: 'EXPR_NULL' } });
  });
});

describe('a field that must have a value fails with FIELD_REQUIRED and the expression', () => {
  const gone = '{{ triggerData.order.x }}';

  test.each<[string, string, Record<string, unknown>]>([
    ['url', 'http.request', { method: 'GET', url: gone }],
    ['body', 'http.request', { method: 'POST', url: 'http://127.0.0.1:1/', body: gone }],
    ['auth', 'http.request', { method: 'GET', url: 'http://127.0.0.1:1/', auth: gone }],
    [
      'auth.token',
      'http.request',
      { method: 'GET', url: 'http://127.0.0.1:1/', auth: { type: 'bearer', token: gone } },
    ],
    ['to', 'message.email', { to: gone, subject: 'x', body: 'x' }],
    ['subject', 'message.email', { to: 'ana@example.com', subject: gone, body: 'x' }],
    ['body', 'message.email', { to: 'ana@example.com', subject: 'x', body: gone }],
    ['to', 'message.sms', { to: gone, text: 'x' }],
    ['text', 'message.sms', { to: '+34600000001', text: gone }],
    ['items', 'logic.loop', { items: gone }],
    ['contactId', 'message.waitReply', { contactId: gone }],
    ['text', 'message.waitReply', { contactId: '01970000-0000-7000-8000-000000000003', text: gone }],
    ['email', 'crm.upsertContact', { email: gone }],
    ['filter.email', 'crm.findContact', { filter: { email: gone } }],
    ['contactId', 'crm.tagContact', { contactId: gone, tags: ['x'] }],
    ['tags[0]', 'crm.tagContact', { contactId: '01970000-0000-7000-8000-000000000003', tags: [gone] }],
    ['key', 'wait.event', { eventType: 'custom.paid', key: gone }],
    ['match.data.id', 'wait.event', { eventType: 'contact.updated', match: { 'data.id': gone } }],
    ['approvers', 'wait.approval', { message: 'x', approvers: gone }],
    ['prompt', 'ai.generate', { prompt: gone }],
    ['json', 'webhook.respond', { json: gone }],
    ['text', 'webhook.respond', { text: gone }],
    ['html', 'webhook.respond', { html: gone }],
    ['until', 'logic.delay', { until: gone }],
  ])('%s of %s', async (field, type, data) => {
    const failed = await runOne(type, data);
    const message = `${field} is required, but its expression {{ triggerData.order.x }} is null.`;
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'FIELD_REQUIRED', message } });
    expect(received).toEqual([]);
  });

  test('the input of a called flow', async () => {
    const { id } = await app.seed.flow(
      owner,
      graph([start, node('end', 'data.set', { assignments: [{ name: 'a', value: 1 }] })], 'start>end'),
    );
    const failed = await runOne('flow.call', { flowId: id, input: gone });
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'FIELD_REQUIRED' } });
    expect((await runOne('flow.call', { flowId: id, input: '{{ {"a": triggerData.order.x} }}' })).status).toBe(
      'completed',
    );
  });

  test('a body whose path leads to null as well', async () => {
    const failed = await run(
      [
        node('first', 'http.request', post({ body: { a: 1 } })),
        node('n', 'http.request', post({ body: '{{steps.first.body.none}}' })),
      ],
      ['start>first', 'first:out>n'],
    );
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'FIELD_REQUIRED' } });
    expect(received).toHaveLength(1);
  });

  test('but an optional field that is null is left out', async () => {
    const headers = { 'x-order': gone };
    expect((await runOne('http.request', post({ body: { a: 1 }, headers, query: { q: gone } }))).status).toBe(
      'completed',
    );
  });

  test('messages leave by failed where it is wired', async () => {
    const code = node('after', 'data.set', { assignments: [{ name: 'code', value: '{{steps.n.error.code}}' }] });
    const left = await run([node('n', 'message.sms', { to: gone, text: 'x' }), code], ['start>n', 'n:failed>after']);
    expect(left).toMatchObject({ status: 'completed', output: { code: 'FIELD_REQUIRED' } });
  });

  test('other nodes leave by error', async () => {
    const code = node('after', 'data.set', { assignments: [{ name: 'code', value: '{{steps.n.error.code}}' }] });
    const left = await run([node('n', 'http.request', post({ body: gone })), code], ['start>n', 'n:error>after']);
    expect(left).toMatchObject({ status: 'completed', output: { code: 'FIELD_REQUIRED' } });
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let targetUrl: string;

const target = createServer((request, response) => {
  response.statusCode = 500;
  const echo = request.headers['x-key'] ?? null;
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ error: 'of the server', echo }));
});

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await app.stop();
  target.close();
});

const start = node('start', 'trigger.manual');
const ask = (data: object = {}) => node('ask', 'http.request', { method: 'GET', url: `${targetUrl}/a`, ...data });
const set = (value: unknown) => node('set', 'data.set', { assignments: [{ name: 'got', value }] });

async function run(content: ReturnType<typeof graph>) {
  const { id } = await app.seed.flow(owner, content);
  return reached(app, owner, await trigger(app, owner, id));
}

test('the branch of an error reads its code, its message and the output of the step', async () => {
  const got =
    '{{steps.ask.error.code}} of {{steps.ask.error.nodeId}}, {{steps.ask.status}}: {{steps.ask.error.message}}';
  const ended = await run(graph([start, ask(), set(got)], 'start>ask', 'ask:error>set'));
  const [, failed] = ended.steps;
  expect(failed?.error?.code).toBe('HTTP_STATUS');
  expect(ended).toMatchObject({
    status: 'completed',
    output: { got: `HTTP_STATUS of ask, 500: ${failed?.error?.message}` },
  });
});

test('a step that goes on in spite of its error shows it, and one that completed has none', async () => {
  const got = ['{{steps.ask.error.code}}', '{{steps.start.error}}', '{{has(steps.ask.error)}}'];
  const nodes = [start, ask({ onError: 'continue' }), set(got)];
  expect(await run(graph(nodes, 'start>ask', 'ask>set'))).toMatchObject({
    output: { got: ['HTTP_STATUS', null, true] },
  });
});

const undecidable = { left: 1, operator: 'gt', right: '{{1 / 0}}' };
const decisions: [string, string, object, string][] = [
  ['an approval that timed out', 'wait.approval', { message: 'Pay?', timeout: 0.1 }, 'timeout'],
  ['an approval that could not be asked for', 'wait.approval', { message: '{{1 / 0}}' }, 'timeout'],
  ['a condition that cannot be evaluated', 'logic.if', { conditions: [undecidable] }, 'false'],
  [
    'a value that cannot be compared',
    'logic.switch',
    { value: '{{1 / 0}}', cases: [{ id: 'a', equals: 1 }] },
    'default',
  ],
  ['an event that did not come', 'wait.event', { eventType: 'custom.paid', timeout: 0.1 }, 'timeout'],
  ['a contact that cannot be looked for', 'crm.findContact', { filter: { email: '{{1 / 0}}' } }, 'notFound'],
];

test.each(decisions)('%s decides nothing: with onError continue its step leaves by its last handle', async (...row) => {
  const [, type, data, handle] = row;
  const content = graph([start, node('ask', type, { ...data, onError: 'continue' }), set('x')], 'start>ask');
  content.edges.push({ id: 'out', source: 'ask', sourceHandle: handle, target: 'set' } as never);
  const ended = await run(content);
  expect(ended).toMatchObject({ status: 'completed', output: { got: 'x' } });
  expect(ended.steps.find(({ nodeId }) => nodeId === 'ask')?.status).toBe('failed');
});

test('the error of a field that an expression left empty names the expression', async () => {
  const wait = (until: string) => run(graph([start, node('ask', 'logic.delay', { until })], 'start>ask'));
  const { error } = await wait('{{triggerData.until}}');
  expect(error).toMatchObject({
    code: 'FIELD_REQUIRED',
    message: 'until is required, but its expression {{ triggerData.until }} is null.',
  });
  expect((await wait('{{1 + 1}}')).error).toMatchObject({ code: 'FIELD_INVALID' });
});

test('an error is still there when the execution goes on after a wait', async () => {
  const wait = node('wait', 'logic.delay', { seconds: 0.05 });
  const nodes = [start, ask(), wait, set('{{steps.ask.error}}')];
  const ended = await run(graph(nodes, 'start>ask', 'ask:error>wait', 'wait>set'));
  const { code, message } = ended.steps[1]?.error ?? {};
  expect(ended.output).toEqual({ got: { nodeId: 'ask', code, message } });
});

test('a loop that failed names the node of its body which failed it', async () => {
  const each = node('each', 'logic.loop', { items: [1, 2], onError: 'continue' });
  const content = graph(
    [start, each, ask(), set('{{steps.each.error.nodeId}}')],
    'start>each',
    'each:item>ask',
    'each:done>set',
  );
  content.edges.push({ id: 'back', source: 'ask', target: 'each', targetHandle: 'next' } as never);
  expect(await run(content)).toMatchObject({ status: 'completed', output: { got: 'ask' } });
});

test('an expression that reads a secret fails without revealing it', async () => {
  const secret = 'sk-live-0123456789';
  await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, {
    as: owner.token,
    body: { name: 'key', value: secret },
  });
  const data = { method: 'GET', url: 'https://example.com', headers: { a: '{{ boveda.key + triggerData }}' } };
  const failing = node('ask', 'http.request', data);
  const ended = await run(graph([start, failing, set('{{steps.ask.error.message}}')], 'start>ask', 'ask:error>set'));
  expect(ended).toMatchObject({
    status: 'completed',
    output: { got: expect.stringContaining('joins a secret only to text') },
  });
  expect(JSON.stringify(ended)).not.toContain(secret);
});

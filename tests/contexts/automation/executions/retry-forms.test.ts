import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let targetUrl: string;
const called: string[] = [];
const broken = new Set<string>();

const target = createServer((request, response) => {
  const path = request.url ?? '';
  called.push(path);
  response.statusCode = broken.has(path) ? 500 : 200;
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ call: called.length }));
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

beforeEach(() => {
  called.length = 0;
  broken.clear();
});

const start = node('start', 'trigger.manual');
const call = (id: string, path = `/${id}`) => node(id, 'http.request', { method: 'GET', url: targetUrl + path });
const paths = (...found: string[]) => found.map((path) => `/${path}`);

async function ran(content: ReturnType<typeof graph>, triggerData: object = { n: 5 }) {
  const { id: flowId } = await app.seed.flow(owner, content);
  const ended = await reached(app, owner, await trigger(app, owner, flowId, { triggerData }));
  const before = called.splice(0);
  return { ...ended, flowId, before };
}

const retryPath = (id: string) => `POST /workspaces/${owner.workspaceId}/flows/executions/${id}/retry`;
const ask = (id: string, body: object, headers: Record<string, string> = {}, as = owner.token) =>
  app.rest(retryPath(id), { as, body, headers });

async function retry(id: string, body: object, headers?: Record<string, string>): Promise<SeenExecution> {
  const { status, body: answer } = await ask(id, body, headers);
  expect([status, answer.error]).toEqual([202, undefined]);
  return reached(app, owner, (answer.data as { executionId: string }).executionId);
}

async function refused(id: string, body: object) {
  const { status, body: answer } = await ask(id, body);
  return [status, answer.error.code, answer.error.details?.map(({ field }) => field) ?? []];
}

async function change(flowId: string, content: object): Promise<void> {
  const path = `PATCH /workspaces/${owner.workspaceId}/flows/${flowId}`;
  expect(await app.rest(path, { as: owner.token, body: content })).toMatchObject({ status: 200 });
}

/** Two branches, one of two calls and one of one, that meet. */
const branches = () =>
  graph(
    [start, call('a'), call('b'), call('c'), call('end')],
    'start>a',
    'a:out>b',
    'start>c',
    'b:out>end',
    'c:out>end',
  );

describe('a retry from a step', () => {
  test('repeats the step and all after it, and keeps the others', async () => {
    const first = await ran(branches());
    expect(first.before.sort()).toEqual(paths('a', 'b', 'c', 'end'));
    const again = await retry(first.id, { from: 'step', nodeId: 'b' });
    expect(again).toMatchObject({ status: 'completed', retryOf: first.id, flowVersion: 1 });
    expect(called).toEqual(paths('b', 'end'));
    const step = (id: string, { steps }: SeenExecution) => steps.find(({ nodeId }) => nodeId === id)?.output;
    expect(step('a', again)).toEqual(step('a', first));
    expect(step('b', again)).not.toEqual(step('b', first));
  });

  test('also repeats what had failed beside it', async () => {
    broken.add('/c');
    const first = await ran(branches());
    expect(first.status).toBe('failed');
    broken.clear();
    expect(await retry(first.id, { from: 'step', nodeId: 'a' })).toMatchObject({ status: 'completed' });
    expect(called.sort()).toEqual(paths('a', 'b', 'c', 'end'));
  });

  test('repeats a loop as a whole, and refuses a node inside of it', async () => {
    const nodes = [start, call('a'), node('each', 'logic.loop', { items: ['x', 'y'] }), call('ask', '/{{loop.item}}')];
    const content = graph(nodes, 'start>a', 'a:out>each', 'each:item>ask');
    content.edges.push({ id: 'back', source: 'ask', target: 'each', targetHandle: 'next' } as never);
    const first = await ran(content);
    expect(await refused(first.id, { from: 'step', nodeId: 'ask' })).toEqual([400, 'VALIDATION_FAILED', ['nodeId']]);
    expect(await retry(first.id, { from: 'step', nodeId: 'each' })).toMatchObject({ status: 'completed' });
    expect(called).toEqual(paths('x', 'y'));
  });
});

describe('a retry with the current version', () => {
  test('keeps the steps of nodes that are still there, and runs new and changed ones', async () => {
    broken.add('/b');
    const first = await ran(graph([start, call('a'), call('b')], 'start>a', 'a:out>b'));
    expect(first.status).toBe('failed');
    const mended = graph(
      [start, call('a'), call('new'), call('b', '/mended/{{triggerData.n}}')],
      'start>a',
      'a:out>new',
      'new:out>b',
    );
    await change(first.flowId, { ...mended, name: 'Mended' });
    const again = await retry(first.id, { from: 'failed', version: 'current' });
    expect(again).toMatchObject({ status: 'completed', flowVersion: 2, flowName: 'Mended', retryOf: first.id });
    expect(called).toEqual(paths('new', 'mended/5'));
    called.length = 0;
    expect(await retry(first.id, { from: 'failed' })).toMatchObject({ status: 'failed', flowVersion: 1 });
    expect(called).toEqual(paths('b'));
  });

  test('runs a node again whose type is another one, and from a step of the current version', async () => {
    const first = await ran(graph([start, call('a'), call('b')], 'start>a', 'a:out>b'));
    const set = node('a', 'data.set', { assignments: [{ name: 'x', value: '1' }] });
    await change(first.flowId, graph([start, set, call('b', '/later')], 'start>a', 'a>b'));
    const again = await retry(first.id, { from: 'step', nodeId: 'b', version: 'current' });
    expect(again.steps.find(({ nodeId }) => nodeId === 'a')?.output).toEqual({ x: '1' });
    expect(called).toEqual(paths('later'));
    called.length = 0;
    expect(await retry(first.id, { from: 'start', version: 'current' })).toMatchObject({ flowVersion: 2 });
    expect(called).toEqual(paths('later'));
  });

  test('is refused where the current version cannot run, lacks the node, or is gone', async () => {
    const first = await ran(graph([start, call('a'), call('b')], 'start>a', 'a:out>b'));
    await change(first.flowId, graph([start, call('a')], 'start>a'));
    const fromB = { from: 'step', nodeId: 'b', version: 'current' };
    expect(await refused(first.id, fromB)).toEqual([400, 'VALIDATION_FAILED', ['nodeId']]);
    const partly = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${first.flowId}/trigger`, {
      as: owner.token,
      body: { startNodeId: 'a' },
    });
    const { executionId } = partly.body.data as { executionId: string };
    await reached(app, owner, executionId);
    await change(first.flowId, { isActive: false });
    await change(first.flowId, graph([start, call('c')], 'start>c'));
    const current = { from: 'start', version: 'current' };
    expect(await refused(executionId, current)).toEqual([400, 'VALIDATION_FAILED', ['version']]);
    await change(first.flowId, graph([start, node('c', 'http.request', {})], 'start>c'));
    expect((await refused(first.id, current)).slice(0, 2)).toEqual([400, 'FLOW_INVALID']);
    await app.rest(`DELETE /workspaces/${owner.workspaceId}/flows/${first.flowId}`, { as: owner.token });
    expect(await refused(first.id, current)).toEqual([409, 'CONFLICT', []]);
    expect(await retry(first.id, { from: 'start', version: 'same' })).toMatchObject({ status: 'completed' });
  });
});

describe('a retry with other trigger data', () => {
  test('runs from the start with that data', async () => {
    broken.add('/item/5');
    const first = await ran(graph([start, call('a'), call('b', '/item/{{triggerData.n}}')], 'start>a', 'a:out>b'));
    const again = await retry(first.id, { triggerData: { n: 6 } });
    expect(again).toMatchObject({ status: 'completed', triggerData: { n: 6 } });
    expect(called).toEqual(paths('a', 'item/6'));
    expect(await retry(first.id, { from: 'start' })).toMatchObject({ triggerData: { n: 5 } });
  });

  test('replaces encrypted data, and without it keeps that', async () => {
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, {
      as: owner.token,
      body: { name: 'part', value: 'secret-part', allowedHosts: ['127.0.0.1'] },
    });
    const asking = node('a', 'http.request', {
      method: 'GET',
      url: targetUrl,
      query: { part: '{{triggerData.part}}' },
    });
    const called_ = await app.seed.flow(owner, graph([start, asking], 'start>a'));
    const calling = node('call', 'flow.call', { flowId: called_.id, input: { part: '{{boveda.part}}' } });
    const first = await ran(graph([start, calling], 'start>call'));
    expect(first.before).toEqual(paths('?part=secret-part'));
    const { rows } = await app.services.db.pool.query<{ id: string }>(
      'select id from executions where parent_execution_id = $1',
      [first.id],
    );
    const { id } = rows[0] as { id: string };
    await retry(id, { from: 'start' });
    await retry(id, { from: 'start', triggerData: { part: 'plain' } });
    expect(called).toEqual(paths('?part=secret-part', '?part=plain'));
  });
});

test('a retry with a key starts one execution, and another request with that key none', async () => {
  const first = await ran(graph([start, call('a')], 'start>a'));
  const key = { 'idempotency-key': 'again' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(first.id, { from: 'start' }, key)));
  const ids = answers.map(({ body }) => (body.data as { executionId: string }).executionId);
  expect(new Set(ids).size).toBe(1);
  const { id } = await retry(first.id, {}, key);
  expect(id).toBe(ids[0]);
  expect(called).toEqual(paths('a'));
  for (const body of [{ from: 'start', triggerData: { n: 1 } }, { from: 'step', nodeId: 'a' }, { version: 'current' }])
    expect(await ask(first.id, body, key)).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
  expect(await ask(id, { from: 'start' }, key)).toMatchObject({ status: 409 });
  const { data } = await app.graphql<{ retryExecution: { executionId: string } }>(
    'mutation ($w: ID!, $e: ID!) { retryExecution(workspaceId: $w, executionId: $e, idempotencyKey: "again") { executionId } }',
    { w: owner.workspaceId, e: first.id },
    owner.token,
  );
  expect(data).toEqual({ retryExecution: { executionId: id } });
  expect(await ask(first.id, {}, { 'idempotency-key': 'ñ' })).toMatchObject({ status: 400 });
});

test('requests that contradict themselves are refused, and name the field', async () => {
  const chosen = node('which', 'logic.if', { conditions: [{ left: 1, operator: 'eq', right: 1 }] });
  const first = await ran(
    graph([start, chosen, call('yes'), call('no')], 'start>which', 'which:true>yes', 'which:false>no'),
  );
  const invalid = (field: string) => [400, 'VALIDATION_FAILED', [field]];
  expect(await refused(first.id, { from: 'step' })).toEqual(invalid('nodeId'));
  expect(await refused(first.id, { from: 'start', nodeId: 'yes' })).toEqual(invalid('nodeId'));
  expect(await refused(first.id, { nodeId: 'yes' })).toEqual(invalid('nodeId'));
  expect(await refused(first.id, { from: 'step', nodeId: 'no' })).toEqual(invalid('nodeId'));
  expect(await refused(first.id, { from: 'step', nodeId: 'other' })).toEqual(invalid('nodeId'));
  expect(await refused(first.id, { from: 'step', nodeId: 'yes', triggerData: {} })).toEqual(invalid('triggerData'));
  for (const body of [
    { from: 'end' },
    { version: 'newest' },
    { triggerData: [1] },
    { triggerData: 'x' },
    { nodeId: 5 },
  ])
    expect((await refused(first.id, body))[0]).toBe(400);
  expect(called).toEqual([]);
});

test('only callers who may run flows of the workspace retry its executions', async () => {
  const first = await ran(graph([start, call('a')], 'start>a'));
  const reader = await app.seed.apiKey(owner, ['flows:read']);
  expect(await ask(first.id, { from: 'start' }, {}, reader)).toMatchObject({ status: 403 });
  const other = await app.seed.owner();
  const foreign = `POST /workspaces/${other.workspaceId}/flows/executions/${first.id}/retry`;
  expect(await app.rest(foreign, { as: other.token, body: {} })).toMatchObject({ status: 404 });
  expect(called).toEqual([]);
});

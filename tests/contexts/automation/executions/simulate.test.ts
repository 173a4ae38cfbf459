import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, statuses, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let targetUrl: string;
let calls = 0;

const target = createServer((request, response) => {
  calls += 1;
  if (request.url === '/echo') request.pipe(response.setHeader('content-type', 'application/json'));
  else response.end('{}');
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

const nodes = () => [
  node('start', 'trigger.manual'),
  node('wait', 'logic.delay', { minutes: 90 }),
  node('call', 'http.request', { method: 'POST', url: targetUrl, retry: { attempts: 3, backoffSeconds: 60 } }),
  node('good', 'data.set', { assignments: [{ name: 'total', value: '{{steps.call.body.total}}' }] }),
  node('bad', 'data.set', { assignments: [{ name: 'failed', value: '{{triggerData.n}}' }] }),
];
const edges = ['start>wait', 'wait>call', 'call:out>good', 'call:error>bad'];

async function simulate(body: object) {
  const { id } = await app.seed.flow(owner, graph(nodes(), ...edges), false);
  const answer = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${id}/simulate`, {
    as: owner.token,
    body,
  });
  if (answer.status !== 202) return answer;
  return reached(app, owner, (answer.body.data as { executionId: string }).executionId);
}

describe('a simulation', () => {
  test('of a draft ends its waits at once and takes the sample of a node that would reach out', async () => {
    const ended = await simulate({ triggerData: { n: 1 } });
    expect(ended).toMatchObject({ status: 'completed', trigger: 'simulation', output: { total: null } });
    expect(calls).toBe(0);
  });

  test('answers with mocks, which may choose the way on', async () => {
    expect(await simulate({ mocks: { call: { status: 200, body: { total: 12 } } } })).toMatchObject({
      status: 'completed',
      output: { total: 12 },
    });
    const failed = await simulate({ triggerData: { n: 7 }, mocks: { call: { handle: 'error' } } });
    expect(failed).toMatchObject({ status: 'completed', output: { failed: 7 } });
    expect(statuses(failed as never)).toEqual(expect.arrayContaining(['call: failed', 'good: skipped']));
    expect(calls).toBe(0);
  });

  test('begins at a node of the flow', async () => {
    const ended = await simulate({ startNodeId: 'good' });
    expect(statuses(ended as never)).toEqual(['good: completed']);
  });

  test('names the nodes that the flow lacks', async () => {
    const refused = await simulate({ startNodeId: 'nope', mocks: { never: 1 } });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_FAILED', details: [{ field: 'startNodeId' }, { field: 'mocks.never' }] } },
    });
  });
});

/** Simulates content that is not saved. */
async function simulateContent(body: object, as = owner.token) {
  const answer = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/simulate`, { as, body });
  if (answer.status !== 202) return answer;
  return reached(app, owner, (answer.body.data as { executionId: string }).executionId);
}

const set = (id: string, value: string, more = {}) => ({
  ...node(id, 'data.set', { assignments: [{ name: id, value }] }),
  ...more,
});

describe('a simulation of unsaved content', () => {
  test('needs no flow, and runs as a flow with this content would', async () => {
    const ended = await simulateContent({
      ...graph(
        [node('start', 'trigger.manual'), node('out', 'data.transform', { expression: 'variables.v + 1' })],
        'start>out',
      ),
      variables: [{ name: 'v', value: 4 }],
    });
    expect(ended).toMatchObject({ status: 'completed', trigger: 'simulation', output: 5, flowVersion: 0 });
    expect(await simulateContent({ edges: [] })).toMatchObject({
      status: 400,
      body: { error: { details: [{ field: 'nodes' }] } },
    });
  });

  test('takes from its flow what is not sent, and leaves the flow as it is', async () => {
    const { id } = await app.seed.flow(owner, graph(nodes(), ...edges), false);
    const changed = nodes().map((one) => (one.id === 'good' ? node('good', 'logic.stop') : one));
    const ended = await simulateContent({ flowId: id, nodes: changed });
    expect(ended).toMatchObject({ status: 'completed', flowId: id, output: null });
    const stored = await app.rest(`GET /workspaces/${owner.workspaceId}/flows/${id}`, { as: owner.token });
    expect(stored.body.data).toMatchObject({ version: 1, ...graph(nodes(), ...edges) });
  });

  test('must be valid, and asks for the rights of its nodes and of whoever may write flows', async () => {
    expect(await simulateContent(graph([node('start', 'trigger.manual'), set('s', '1')]))).toMatchObject({
      status: 400,
      body: { error: { code: 'FLOW_INVALID', details: [{ rule: 'NODE_ORPHAN' }] } },
    });
    const find = node('f', 'crm.findContact', { filter: { email: 'a@b.co' } });
    const finding = graph([node('start', 'trigger.manual'), find], 'start>f');
    const writer = await app.seed.apiKey(owner, ['flows:read', 'flows:write', 'flows:execute']);
    expect(await simulateContent(finding, writer)).toMatchObject({
      status: 403,
      body: { error: { details: [{ nodeId: 'f' }] } },
    });
    const runner = await app.seed.apiKey(owner, ['flows:read', 'flows:execute', 'contacts:read']);
    expect(await simulateContent(finding, runner)).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('flows:write') } },
    });
  });

  test('ends with a node: what does not lead to it neither runs nor must be valid', async () => {
    const loop = graph(
      [
        node('start', 'trigger.manual'),
        node('each', 'logic.loop', { items: '{{[1, 2]}}' }),
        node('body', 'data.transform', { expression: 'loop.item * 10' }),
        node('after', 'data.transform', { expression: 'steps.each' }),
        node('rest', 'http.request'),
        node('aside', 'http.request'),
      ],
      'start>each',
      'each:item>body',
      'each:done>after',
      'after>rest',
    );
    const content = {
      ...loop,
      edges: [...loop.edges, { id: 'b', source: 'body', target: 'each', targetHandle: 'next' }],
    };
    const ended = await simulateContent({ ...content, untilNodeId: 'after' });
    expect(ended).toMatchObject({ status: 'completed' });
    expect(statuses(ended as never).sort()).toEqual([
      'after: completed',
      'body: completed',
      'body: completed',
      'each: completed',
      'start: completed',
    ]);
    const inside = await simulateContent({ ...content, untilNodeId: 'body' });
    expect(statuses(inside as never)).not.toContain('after: completed');
    expect(await simulateContent({ ...content, untilNodeId: 'aside' })).toMatchObject({
      status: 400,
      body: { error: { details: [{ field: 'untilNodeId' }] } },
    });
    expect(await simulateContent({ ...content, untilNodeId: 'rest' })).toMatchObject({
      body: { error: { code: 'FLOW_INVALID' } },
    });
  });
});

describe('the steps of a simulation', () => {
  const content = () =>
    graph(
      [
        node('start', 'trigger.manual'),
        node('call', 'http.request', { method: 'GET', url: targetUrl }),
        set('keep', '{{steps.call.status}}'),
        node('out', 'data.transform', { expression: '[triggerData.n, steps.call.status, variables.keep]' }),
      ],
      'start>call',
      'call>keep',
      'keep>out',
    );

  test('are answered by what an execution recorded, then by pinned data, then by mocks', async () => {
    const { id } = await app.seed.flow(owner, content(), false);
    const real = await reached(app, owner, await trigger(app, owner, id, { triggerData: { n: 7 } }));
    expect(real).toMatchObject({ output: [7, 200, 200] });
    const before = calls;
    const from = { fromExecutionId: real.id };
    expect(await simulateContent({ ...from, untilNodeId: 'out' })).toMatchObject({ flowId: id, output: [7, 200, 200] });
    const pins = content();
    const pinned = {
      ...pins,
      nodes: pins.nodes.map((one) => (one.id === 'call' ? { ...one, pinnedData: { status: 201 } } : one)),
    };
    expect(await simulateContent({ ...from, ...pinned, untilNodeId: 'out' })).toMatchObject({ output: [7, 201, 200] });
    const mocks = { call: { status: 202 } };
    expect(await simulateContent({ ...from, ...pinned, mocks, untilNodeId: 'out' })).toMatchObject({
      output: [7, 202, 200],
    });
    // Without a node to end with, only effects are answered: changed expressions show what they make of them.
    const changed = pins.nodes.map((one) => (one.id === 'keep' ? set('keep', '{{steps.call.status + 1}}') : one));
    expect(await simulateContent({ ...from, nodes: changed, triggerData: { n: 8 } })).toMatchObject({
      output: [8, 200, 201],
    });
    const again = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${real.id}/retry`, {
      as: owner.token,
    });
    expect(again.status).toBe(202);
    await reached(app, owner, (again.body.data as { executionId: string }).executionId);
    expect(calls).toBe(before + 1);
  });

  test('show recorded secrets as they were shown, and large values in full', async () => {
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, {
      as: owner.token,
      body: { name: 'key', value: 'a-very-secret-value', allowedHosts: ['127.0.0.1'] },
    });
    const echoing = graph(
      [
        node('start', 'trigger.manual'),
        node('call', 'http.request', { method: 'POST', url: `${targetUrl}/echo`, body: { key: '{{boveda.key}}' } }),
        node('large', 'data.transform', { expression: '[1, 2, 3, 4].map(i, triggerData.text)' }),
        node('out', 'data.transform', {
          expression: '[string(steps.large.size()), steps.large[3].size() > 20000 ? "long" : "short"]',
        }),
      ],
      'start>call',
      'call>large',
      'large>out',
    );
    const { id } = await app.seed.flow(owner, echoing, false);
    const real = await reached(
      app,
      owner,
      await trigger(app, owner, id, { triggerData: { text: 'x'.repeat(30_000) } }),
    );
    expect(real).toMatchObject({ status: 'completed', output: ['4', 'long'] });
    const ended = await simulateContent({ fromExecutionId: real.id, untilNodeId: 'out' });
    expect(ended).toMatchObject({ status: 'completed', output: ['4', 'long'] });
    const outputOf = ({ steps }: { steps: { nodeId: string; output: unknown }[] }) =>
      steps.find(({ nodeId }) => nodeId === 'call')?.output;
    expect(outputOf(ended as never)).toEqual(outputOf(real));
    expect(JSON.stringify(ended)).not.toContain('a-very-secret-value');
  });

  test('stay as they were in a retry of the simulation, and a key starts one', async () => {
    const headers = { 'idempotency-key': 'once' };
    const body = { ...content(), mocks: { call: { status: 9 } }, triggerData: { n: 1 } };
    const call = async (route: string, sent?: object, more = {}) =>
      (
        await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${route}`, {
          as: owner.token,
          ...(sent && { body: sent }),
          ...more,
        })
      ).body.data as { executionId: string };
    const [first, second] = [await call('simulate', body, { headers }), await call('simulate', body, { headers })];
    expect(second).toEqual(first);
    const ended = await reached(app, owner, first.executionId);
    const retried = await call(`executions/${first.executionId}/retry`);
    expect(await reached(app, owner, retried.executionId)).toMatchObject({ output: ended.output, status: 'completed' });
  });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { type EchoServer, startEchoServer } from '../../../support/echo-server.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
let echo: EchoServer;
beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  echo = await startEchoServer();
});
afterAll(async () => {
  echo.close();
  await app.stop();
});

type Node = ReturnType<typeof node>;

const start = node('start', 'trigger.manual');
const code = (source: string, more: object = {}) => node('code', 'data.code', { source, ...more });
const list = (id: string, label: string, expression: string) => node(id, 'data.transform', { label, expression });

async function run(nodes: Node[], edges: string[], triggerData: unknown = {}): Promise<SeenExecution> {
  const { id } = await app.seed.flow(owner, graph([start, ...nodes], ...edges));
  return reached(app, owner, await trigger(app, owner, id, { triggerData }));
}

const outputOf = ({ steps }: SeenExecution, id = 'code') => {
  const step = steps.find(({ nodeId }) => nodeId === id);
  return step?.error ?? step?.output;
};

describe('code with the names of n8n', () => {
  test('reads what arrived, and other nodes by label or ID', async () => {
    const source = `
      const orders = $('Get orders').all().map((item) => item.json.id);
      const added = $input.all().map(({ json }) => ({ json: { sum: json.n + orders[0] } }));
      return [...added, { json: { from: $('start').first().json.from, workflow: $workflow.id === $('flow').json } }];`;
    const nodes = [
      list('orders', 'Get orders', '[{"id": 7}, {"id": 8}]'),
      list('flow', '', 'flow.id'),
      list('numbers', 'Numbers', '[{"n": 1}, {"n": 2}]'),
      code(source),
    ];
    const ran = await run(nodes, ['start>orders', 'orders>flow', 'flow>numbers', 'numbers>code'], { from: 'me' });
    expect(outputOf(ran)).toEqual([{ sum: 8 }, { sum: 9 }, { from: 'me', workflow: true }]);
  });

  test('reads the item of the loop around it', async () => {
    const loop = node('loop', 'logic.loop', { items: '{{triggerData.list}}' });
    const { nodes, edges } = graph([start, loop, code('return $json.n * 10')], 'start>loop', 'loop:item>code');
    const back = { id: 'back', source: 'code', target: 'loop', targetHandle: 'next' };
    const { id } = await app.seed.flow(owner, { nodes, edges: [...edges, back] });
    const triggerData = { list: [{ n: 1 }, { n: 2 }] };
    const ran = await reached(app, owner, await trigger(app, owner, id, { triggerData }));
    expect(outputOf(ran, 'loop')).toEqual({ items: [10, 20] });
  });

  test('reads outputs that are stored as files', async () => {
    const large = node('large', 'data.code', { source: 'return { text: "x".repeat(3e6), n: 4 }' });
    const ran = await run(
      [large, list('next', 'Next', '1'), code('return $("large").first().json.text.length + $json')],
      ['start>large', 'large>next', 'next>code'],
    );
    expect(outputOf(ran)).toBe(3_000_001);
  });

  test('never reads a secret', async () => {
    const secret = 'Sk_Live_9f8e7d6c5b4a3210ZZtop';
    const created = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, {
      as: owner.token,
      body: { name: 'api_key', value: secret, allowedHosts: ['127.0.0.1'] },
    });
    expect(created.status).toBe(201);
    const call = node('call', 'http.request', {
      method: 'POST',
      url: `${echo.url}/x`,
      body: { key: '{{boveda.api_key}}' },
    });
    const source = 'return JSON.stringify([$json, $("call").all(), $node.call.json]).split("").reverse().join("")';
    const ran = await run([call, code(source)], ['start>call', 'call:out>code']);
    const text = [...String(outputOf(ran))].reverse().join('');
    expect(text).toContain('body');
    expect(text).not.toContain(secret);
  });

  test('names the nodes that ran where one is missing', async () => {
    const ran = await run([list('a', 'Orders', '1'), code('return $("Order").first()')], ['start>a', 'a>code']);
    expect(outputOf(ran)).toMatchObject({
      code: 'CODE_FAILED',
      message: expect.stringContaining('These have: start, Orders'),
    });
  });

  test('outputs up to 10 MiB', async () => {
    const [whole, more] = await Promise.all([
      run([code('return "x".repeat(10 * 1024 * 1024 - 2)')], ['start>code']),
      run([code('return "x".repeat(10 * 1024 * 1024 - 1)')], ['start>code']),
    ]);
    expect(whole.status).toBe('completed');
    expect(more.error).toMatchObject({ code: 'CODE_OUTPUT', message: expect.stringContaining('10 MiB') });
  });
});

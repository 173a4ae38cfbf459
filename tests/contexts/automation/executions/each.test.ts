import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
let owner: Owner;
let targetUrl: string;
const called: string[] = [];
const keys = new Set<string>();
let atOnce = { now: 0, most: 0 };
/** Paths that fail. */
let broken = new Set<string>();

const target = createServer((request, response) => {
  const path = request.url ?? '';
  called.push(path);
  keys.add(String(request.headers['idempotency-key']));
  atOnce = { now: atOnce.now + 1, most: Math.max(atOnce.most, atOnce.now + 1) };
  setImmediate(() => {
    atOnce.now -= 1;
    response.statusCode = broken.has(path) ? 500 : 200;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ path }));
  });
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
  keys.clear();
  atOnce = { now: 0, most: 0 };
  broken = new Set();
});

const start = node('start', 'trigger.manual');
const ask = (data: object = {}) =>
  node('ask', 'http.request', {
    method: 'GET',
    url: `${targetUrl}/{{item.id}}/{{index}}`,
    each: '{{triggerData.items}}',
    ...data,
  });
const end = (data: unknown) => node('end', 'data.set', { assignments: [{ name: 'x', value: data }] });
const items = (count: number) => Array.from({ length: count }, (_, id) => ({ id: `i${id}` }));
const paths = (output: unknown) =>
  (output as ({ body: { path: string } } | null)[]).map((one) => one?.body.path ?? null);

async function begin(content: ReturnType<typeof graph>, triggerData: object) {
  const { id } = await app.seed.flow(owner, content);
  return trigger(app, owner, id, { triggerData });
}

async function run(...from: Parameters<typeof begin>) {
  const id = await begin(...from);
  const ended = await reached(app, owner, id);
  const steps = ended.steps as {
    nodeId: string;
    iteration?: string;
    status: string;
    output: unknown;
    error: unknown;
  }[];
  const stepOf = (nodeId: string, iteration?: string) =>
    steps.find((step) => step.nodeId === nodeId && (step.iteration ?? undefined) === iteration);
  return { ...ended, id, stepOf };
}

async function retry(id: string) {
  const path = `POST /workspaces/${owner.workspaceId}/flows/executions/${id}/retry`;
  const { body } = await app.rest(path, { as: owner.token, body: {} });
  return reached(app, owner, (body.data as { executionId: string }).executionId);
}

describe('a node with each', () => {
  test('runs once for each item, and its output is the list of outputs in their order', async () => {
    const { status, output, stepOf } = await run(graph([start, ask({ eachConcurrency: 3 })], 'start>ask'), {
      items: items(7),
    });
    expect(status).toBe('completed');
    expect(paths(output)).toEqual(items(7).map(({ id }, index) => `/${id}/${index}`));
    expect(atOnce.most).toBeLessThanOrEqual(3);
    expect(stepOf('ask')).toMatchObject({ status: 'completed' });
    expect(stepOf('ask', '4')).toMatchObject({ status: 'completed', output: { status: 200 } });
    // Each item is an effect of its own.
    expect(keys.size).toBe(7);
  });

  test('with several handles says by which one each item left', async () => {
    const decide = node('decide', 'logic.if', {
      conditions: [{ left: '{{item}}', operator: 'gt', right: 1 }],
      each: [1, 2, 3],
    });
    const { output } = await run(graph([start, decide], 'start>decide'), {});
    expect((output as { handle: string }[]).map(({ handle }) => handle)).toEqual(['false', 'true', 'true']);
  });

  test('of an empty list runs nothing and has an empty list as output', async () => {
    const { status, output } = await run(graph([start, ask()], 'start>ask'), { items: [] });
    expect({ status, output, called }).toEqual({ status: 'completed', output: [], called: [] });
  });

  test('inside a loop reads the item of the loop beside its own', async () => {
    const loop = node('loop', 'logic.loop', { items: '{{triggerData.rows}}' });
    const inner = node('inner', 'data.transform', {
      expression: '{"row": loop.index, "cell": item, "at": index}',
      each: '{{loop.item}}',
    });
    const content = graph([start, loop, inner], 'start>loop', 'loop:item>inner');
    const next = { id: 'next', source: 'inner', target: 'loop', targetHandle: 'next' };
    const { output } = await run({ ...content, edges: [...content.edges, next] }, { rows: [['a', 'b'], ['c']] });
    expect(output).toEqual({
      items: [
        [
          { row: 0, cell: 'a', at: 0 },
          { row: 0, cell: 'b', at: 1 },
        ],
        [{ row: 1, cell: 'c', at: 0 }],
      ],
    });
  });

  test('fails with the item that failed, or leaves by error', async () => {
    broken.add('/i1/1');
    const failed = await run(graph([start, ask()], 'start>ask'), { items: items(3) });
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'HTTP_STATUS', nodeId: 'ask' } });
    expect((failed.error as { message: string }).message).toMatch(/^Item 1: /);
    expect(called).toEqual(['/i0/0', '/i1/1']);
    const branch = end('{{steps.ask.error.code}}');
    const left = await run(graph([start, ask(), branch], 'start>ask', 'ask:error>end'), { items: items(3) });
    expect(left).toMatchObject({ status: 'completed' });
    expect(left.stepOf('ask')).toMatchObject({ status: 'failed', error: { code: 'HTTP_STATUS' } });
  });

  test('goes on with the other items where it says so, and names those that failed', async () => {
    broken.add('/i1/1').add('/i3/3');
    const read = end('{{steps.ask.errors.map(e, [e.index, e.code])}}');
    const { status, stepOf } = await run(
      graph([start, ask({ onItemError: 'continue' }), read], 'start>ask', 'ask>end'),
      {
        items: items(5),
      },
    );
    expect(status).toBe('completed');
    expect(paths(stepOf('ask')?.output)).toEqual(['/i0/0', null, '/i2/2', null, '/i4/4']);
    expect(stepOf('end')?.output).toEqual({
      x: [
        [1, 'HTTP_STATUS'],
        [3, 'HTTP_STATUS'],
      ],
    });
    const plain = await run(
      graph([start, ask({ onItemError: 'continue' }), end('{{steps.ask.errors[1].index}}')], 'start>ask', 'ask>end'),
      { items: items(5) },
    );
    expect(plain.stepOf('end')?.output).toEqual({ x: 3 });
    expect(stepOf('ask')).toMatchObject({ itemErrors: [{ index: 1, code: 'HTTP_STATUS' }, { index: 3 }] });
    broken = new Set();
    const none = await run(graph([start, ask(), end('{{size(steps.ask.errors)}}')], 'start>ask', 'ask>end'), {
      items: items(1),
    });
    expect(none.stepOf('end')?.output).toEqual({ x: 0 });
  });

  test('repeats only the items that failed, each by its own attempts', async () => {
    broken.add('/i1/1');
    const { status, stepOf } = await run(
      graph([start, ask({ retry: { attempts: 2, backoffSeconds: 0 }, onItemError: 'continue' })], 'start>ask'),
      { items: items(3) },
    );
    expect(status).toBe('completed');
    expect(called).toEqual(['/i0/0', '/i1/1', '/i1/1', '/i2/2']);
    expect(stepOf('ask', '1')).toMatchObject({ status: 'failed', attempt: 2 });
  });

  test('a retry of the execution goes on behind the last item that finished', async () => {
    broken.add('/i2/2');
    const first = await run(graph([start, ask()], 'start>ask'), { items: items(4) });
    expect(called).toEqual(['/i0/0', '/i1/1', '/i2/2']);
    called.length = 0;
    broken = new Set();
    const again = await retry(first.id);
    expect(called).toEqual(['/i2/2', '/i3/3']);
    expect(again).toMatchObject({ status: 'completed' });
    expect(paths(again.output)).toEqual(['/i0/0', '/i1/1', '/i2/2', '/i3/3']);
  });

  test('with a rate starts items by it, in all executions together', async () => {
    const note = (rate: object) => node('note', 'data.transform', { expression: 'item', each: [1, 2], rate });
    const flow = (rate: object) => graph([start, note(rate)], 'start>note');
    expect(await run(flow({ count: 1_000, seconds: 1 }), {})).toMatchObject({ status: 'completed', output: [1, 2] });
    const slow = await begin(flow({ count: 1, seconds: 86_000, key: 'k{{item}}' }), {});
    expect(await reached(app, owner, slow)).toMatchObject({ status: 'completed' });
    const other = await begin(flow({ count: 1, seconds: 86_000, key: 'k{{item}}' }), {});
    const text = `select status, error ->> 'code' as code, attempt from execution_steps where execution_id = $1 and iteration = '0'`;
    const waiting = await waitFor(async () =>
      (await app.services.db.pool.query(text, [other])).rows.find(({ status }) => status === 'waiting'),
    );
    expect(waiting).toEqual({ status: 'waiting', code: 'RATE_WAIT', attempt: 1 });
  });

  test.each([
    ['{{item.none}}', 'FIELD_REQUIRED', 'rate.key is required, but its expression {{ item.none }} is null'],
    ['{{""}}', 'FIELD_INVALID', 'rate.key is required'],
  ])('do not start by a rate whose key %s has no text', async (key, code, message) => {
    const rate = { count: 5, seconds: 1, key };
    const note = node('note', 'data.transform', { expression: 'item', each: [{ id: 1 }], rate });
    const { error } = await run(graph([start, note], 'start>note'), {});
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test('refuses more than 10,000 items, and what is no list', async () => {
    const note = node('note', 'data.transform', { expression: 'item', each: '{{triggerData.items}}' });
    const content = graph([start, note], 'start>note');
    const many = await run(content, { items: Array.from({ length: 10_001 }, () => 0) });
    expect(many).toMatchObject({ status: 'failed', error: { code: 'LOOP_LIMIT' } });
    expect(many.error).toMatchObject({ message: expect.stringContaining('at most 10,000 items, not 10,001') });
    expect(await run(content, { items: 'a' })).toMatchObject({ status: 'failed', error: { code: 'FIELD_INVALID' } });
    expect(await run(content, {})).toMatchObject({ status: 'failed', error: { code: 'FIELD_REQUIRED' } });
  });
});

describe('beside an execution', () => {
  const simulate = async (content: ReturnType<typeof graph>, more: object) => {
    const path = `POST /workspaces/${owner.workspaceId}/flows/simulate`;
    const input = { ...content, settings: { triggerType: 'manual' }, triggerData: { items: items(3) }, ...more };
    const { body } = await app.rest(path, { as: owner.token, body: input });
    return reached(app, owner, (body.data as { executionId: string }).executionId);
  };

  test('a simulation runs each item, and a mock stands for all of them', async () => {
    const content = graph([start, ask(), end('{{steps.ask.map(a, a.status)}}')], 'start>ask', 'ask>end');
    expect(await simulate(content, {})).toMatchObject({ status: 'completed', output: { x: [200, 200, 200] } });
    const mocks = { ask: [{ status: 1 }, { status: 2 }] };
    expect(await simulate(content, { mocks })).toMatchObject({ status: 'completed', output: { x: [1, 2] } });
    expect(called).toEqual([]);
  });

  test('an expression of the node is evaluated with its last item', async () => {
    const { id } = await run(graph([start, ask()], 'start>ask'), { items: items(3) });
    const path = `POST /workspaces/${owner.workspaceId}/flows/evaluate`;
    const expression = '{{item.id}} at {{index}}';
    const { body } = await app.rest(path, { as: owner.token, body: { expression, executionId: id, nodeId: 'ask' } });
    expect(body.data).toMatchObject({ value: 'i2 at 2' });
  });

  test('an expression behind the node is evaluated with the errors of its items', async () => {
    broken.add('/i1/1');
    const content = graph([start, ask({ onItemError: 'continue' }), end('x')], 'start>ask', 'ask>end');
    const { id } = await run(content, { items: items(3) });
    const path = `POST /workspaces/${owner.workspaceId}/flows/evaluate`;
    const expression = '{{steps.ask.errors[0].index}} of {{size(steps.ask)}}';
    const { body } = await app.rest(path, { as: owner.token, body: { expression, executionId: id, nodeId: 'end' } });
    expect(body.data).toMatchObject({ value: '1 of 3' });
  });
});

describe('the check of a flow', () => {
  async function issues(...nodes: ReturnType<typeof node>[]) {
    const content = graph([start, ...nodes], ...nodes.map(({ id }) => `start>${id}`));
    const path = `POST /workspaces/${owner.workspaceId}/flows/validate`;
    const { body } = await app.rest(path, {
      as: owner.token,
      body: { ...content, settings: { triggerType: 'manual' } },
    });
    const report = body.data as { issues: { rule: string; message: string }[] };
    return report.issues.map(({ message }) => message);
  }

  test('accepts item and index in the fields of a node with each only', async () => {
    expect(await issues(ask())).toEqual([]);
    const [problem] = await issues(ask({ each: null }));
    expect(problem).toContain('reads "item", which exists only in fields that are evaluated for each item of a list');
    expect(await issues(ask({ each: '{{item.list}}' }))).toHaveLength(1);
  });

  test('names the fields of each that are not valid', async () => {
    const problems = await issues(
      ask({ each: 'orders' }),
      node('a', 'data.transform', { expression: '1', each: [1], eachConcurrency: 51 }),
      node('b', 'data.transform', { expression: '1', onItemError: 'stop' }),
      node('c', 'logic.merge', { each: [1] }),
    );
    expect(problems.map((text) => text.slice(0, 90))).toEqual([
      expect.stringContaining('each must be an expression of a list'),
      expect.stringContaining('eachConcurrency must be'),
      expect.stringContaining('onItemError has no effect without each'),
      expect.stringContaining('each is not possible for triggers, exits, loops and merges'),
    ]);
  });
});

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { edge, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
let owner: Owner;
let targetUrl: string;
/** Requests that have not been answered, by path. */
const held = new Map<string, ServerResponse>();

const target = createServer((request, response) => {
  const path = request.url ?? '';
  held.set(path, response);
  response.once('close', () => held.delete(path));
});

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});

afterEach(() => held.clear());

afterAll(async () => {
  await app.stop();
  target.closeAllConnections();
  target.close();
});

const call = (id: string, path: string) => node(id, 'http.request', { method: 'GET', url: targetUrl + path });
const set = (id: string, value: unknown, name = id) => node(id, 'data.set', { assignments: [{ name, value }] });
const loop = (data: object) => node('each', 'logic.loop', { ...data });
const check = (left: string, operator: string, right: unknown) =>
  node('check', 'logic.if', { conditions: [{ left, operator, right }] });

/** Starts a flow. Edges into a loop's `next` are written `>>`, into its `break` `>!`. */
async function begin(nodes: ReturnType<typeof node>[], edges: string): Promise<string> {
  const wired = edges.split(' ').map((text) => ({
    ...edge(text.replace(/>[>!]/, '>')),
    ...(text.includes('>>') && { targetHandle: 'next' }),
    ...(text.includes('>!') && { targetHandle: 'break' }),
  }));
  const { id } = await app.seed.flow(owner, { nodes: [node('start', 'trigger.manual'), ...nodes], edges: wired });
  return trigger(app, owner, id);
}

const run = async (...flow: Parameters<typeof begin>) => reached(app, owner, await begin(...flow));
const stepsOf = ({ steps }: Awaited<ReturnType<typeof run>>) =>
  (steps as { nodeId: string; iteration?: string; status: string }[])
    .filter(({ iteration }) => iteration != null)
    .map(({ nodeId, iteration, status }) => `${nodeId}@${iteration}: ${status}`);

async function answer(path: string, status = 200): Promise<void> {
  const response = await waitFor(() => held.get(path));
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ path }));
}

const holds = (...paths: string[]) =>
  waitFor(() => paths.every((path) => held.has(path)) && held.size === paths.length);

describe('concurrency', () => {
  const calls = (data: object = {}) =>
    begin(
      [loop({ items: ['a', 'b', 'c', 'd'], concurrency: 2, ...data }), call('ask', '/{{loop.item}}')],
      'start>each each:item>ask ask:out>>each',
    );

  test('runs items side by side and keeps the order of their results', async () => {
    const id = await calls();
    await holds('/a', '/b');
    await answer('/b');
    await holds('/a', '/c');
    await answer('/c');
    await answer('/d');
    await answer('/a');
    const { status, output } = await reached(app, owner, id);
    expect(status).toBe('completed');
    const { items } = output as { items: { body: { path: string } }[] };
    expect(items.map(({ body }) => body.path)).toEqual(['/a', '/b', '/c', '/d']);
  });

  test('cancels the items beside one that fails the loop', async () => {
    const id = await calls();
    await holds('/a', '/b');
    await answer('/b', 500);
    const ended = await reached(app, owner, id);
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'HTTP_STATUS', nodeId: 'ask' } });
    expect(stepsOf(ended).sort()).toEqual(['ask@0: cancelled', 'ask@1: failed']);
    await waitFor(() => held.size === 0);
  });

  test('continues with the others where the loop does', async () => {
    const id = await calls({ onItemError: 'continue' });
    await holds('/a', '/b');
    await answer('/b', 500);
    for (const path of ['/c', '/d', '/a']) await answer(path);
    const { status, output } = await reached(app, owner, id);
    expect(status).toBe('completed');
    const { items } = output as { items: ({ body: { path: string } } | null)[] };
    expect(items.map((item) => item?.body.path)).toEqual(['/a', undefined, '/c', '/d']);
  });

  test('makes flow.call a parallel map over items that wait', async () => {
    const { id: flowId } = await app.seed.flow(owner, {
      nodes: [node('start', 'trigger.manual'), call('ask', '/{{triggerData}}'), set('answer', '{{triggerData + 1}}')],
      edges: [edge('start>ask'), edge('ask:out>answer')],
    });
    const id = await begin(
      [loop({ items: [1, 2, 3], concurrency: 3 }), node('run', 'flow.call', { flowId, input: '{{loop.item}}' })],
      'start>each each:item>run run:out>>each',
    );
    await holds('/1', '/2', '/3');
    for (const path of ['/3', '/1', '/2']) await answer(path);
    expect((await reached(app, owner, id)).output).toEqual({ items: [{ answer: 2 }, { answer: 3 }, { answer: 4 }] });
  });
});

test('batchSize gives lists of items to the branch', async () => {
  const { output } = await run(
    [loop({ items: ['a', 'b', 'c'], batchSize: 2 }), set('seen', '{{loop.index}}: {{loop.item}}')],
    'start>each each:item>seen seen>>each',
  );
  expect(output).toEqual({ items: [{ seen: '0: ["a","b"]' }, { seen: '1: ["c"]' }] });
});

describe('while', () => {
  const counting = (condition: string, data: object = {}) =>
    run(
      [set('init', 0, 'n'), loop({ while: condition, ...data }), set('more', '{{variables.n + 1}}', 'n')],
      'start>init init>each each:item>more more>>each',
    );

  test('is evaluated before each iteration', async () => {
    const { status, output } = await counting('{{variables.n < 3}}');
    expect({ status, output }).toEqual({ status: 'completed', output: { items: [{ n: 1 }, { n: 2 }, { n: 3 }] } });
    expect((await counting('{{loop.index < 1}}')).output).toEqual({ items: [{ n: 1 }] });
    expect((await counting('{{triggerData.none}}')).output).toEqual({ items: [] });
  });

  test('fails with LOOP_LIMIT where it does not become false', async () => {
    const endless = await counting('{{variables.n >= 0}}', { maxItems: 4 });
    expect(endless).toMatchObject({ status: 'failed', error: { code: 'LOOP_LIMIT', nodeId: 'each' } });
    expect(stepsOf(endless)).toHaveLength(4);
  });

  test('fails where it is neither true nor false, or cannot be evaluated', async () => {
    expect((await counting('{{variables.n}}')).error).toMatchObject({ code: 'FIELD_INVALID', nodeId: 'each' });
    expect((await counting('{{1 / variables.n > 0}}')).error).toMatchObject({ code: 'EXPRESSION_FAILED' });
  });

  test('continues across waits', async () => {
    const ended = await run(
      [
        set('init', 0, 'n'),
        loop({ while: '{{variables.n < 3}}' }),
        node('wait', 'logic.delay', { seconds: 0.05 }),
        set('more', '{{variables.n + 1}}', 'n'),
      ],
      'start>init init>each each:item>wait wait>more more>>each',
    );
    expect(ended.output).toEqual({ items: [{ n: 1 }, { n: 2 }, { n: 3 }] });
  });
});

describe('break', () => {
  test('ends the loop after the iteration that takes it', async () => {
    const ended = await run(
      [loop({ items: [5, 6, 7] }), check('{{loop.item}}', 'eq', 6), set('other', '{{loop.item}}'), set('end', 'done')],
      'start>each each:item>check check:true>!each check:false>other other>>each each:done>end',
    );
    expect(stepsOf(ended)).toEqual([
      'check@0: completed',
      'other@0: completed',
      'check@1: completed',
      'other@1: skipped',
    ]);
    expect(ended.steps.find(({ nodeId }) => nodeId === 'each')?.output).toEqual({
      items: [{ other: 5 }, { result: true }],
    });
    expect(ended.output).toEqual({ end: 'done' });
  });

  test('cancels the items that run beside it', async () => {
    const id = await begin(
      [
        loop({ items: ['a', 'b', 'c'], concurrency: 2 }),
        call('ask', '/{{loop.item}}'),
        check('{{loop.item}}', 'eq', 'b'),
      ],
      'start>each each:item>ask ask:out>check check:true>!each check:false>>each',
    );
    await holds('/a', '/b');
    await answer('/b');
    const ended = await reached(app, owner, id);
    expect(ended).toMatchObject({ status: 'completed', output: { items: [null, { result: true }] } });
    expect(stepsOf(ended).sort()).toEqual(['ask@0: cancelled', 'ask@1: completed', 'check@1: completed']);
  });
});

describe('a merge with cancelLosers', () => {
  const race = (nodes: ReturnType<typeof node>[], edges: string) =>
    begin([...nodes, node('first', 'logic.merge', { mode: 'any', cancelLosers: true })], edges);

  test('ends a race of a delay against an approval at once', async () => {
    const id = await race(
      [
        node('soon', 'logic.delay', { seconds: 0.05 }),
        node('ask', 'wait.approval', { message: 'Well?', timeoutMinutes: 60 }),
      ],
      'start>soon start>ask soon>first ask:approved>first',
    );
    const ended = await reached(app, owner, id);
    expect(ended.status).toBe('completed');
    expect(ended.steps.map(({ nodeId, status }) => `${nodeId}: ${status}`).sort()).toEqual([
      'ask: cancelled',
      'first: completed',
      'soon: completed',
      'start: completed',
    ]);
  });

  test('aborts a call that lost, and cancels an execution that was called', async () => {
    const { id: flowId } = await app.seed.flow(owner, {
      nodes: [node('start', 'trigger.manual'), node('long', 'logic.delay', { minutes: 60 })],
      edges: [edge('start>long')],
    });
    const id = await race(
      [call('fast', '/fast'), call('slow', '/slow'), node('run', 'flow.call', { flowId }), set('late', 1)],
      'start>fast start>slow start>run fast:out>first slow:out>late late>first run:out>first',
    );
    await holds('/fast', '/slow');
    await answer('/fast');
    const ended = await reached(app, owner, id);
    expect(ended.steps.map(({ nodeId, status }) => `${nodeId}: ${status}`).sort()).toEqual(
      expect.arrayContaining(['slow: cancelled', 'run: cancelled', 'late: skipped', 'first: completed']),
    );
    await waitFor(() => held.size === 0);
    const open = `select 1 from executions where parent_execution_id = $1 and status <> 'cancelled'`;
    await waitFor(async () => (await app.services.db.pool.query(open, [id])).rowCount === 0);
  });

  test('leaves alone a branch that leads somewhere else as well', async () => {
    const id = await race(
      [call('fast', '/fast'), call('slow', '/slow'), set('other', 1)],
      'start>fast start>slow fast:out>first slow:out>first slow:out>other',
    );
    await holds('/fast', '/slow');
    await answer('/fast');
    await holds('/slow');
    await answer('/slow');
    const ended = await reached(app, owner, id);
    expect(ended.steps.map(({ nodeId, status }) => `${nodeId}: ${status}`).sort()).toEqual(
      expect.arrayContaining(['slow: completed', 'other: completed', 'first: completed']),
    );
  });
});

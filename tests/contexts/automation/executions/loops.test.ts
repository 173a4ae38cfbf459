import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { readExecution, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
let owner: Owner;
let targetUrl: string;
const called: string[] = [];
let gone = 0;

const target = createServer((request, response) => {
  const path = request.url ?? '';
  called.push(path);
  request.on('close', () => {
    if (!response.writableEnded) gone += 1;
  });
  if (path.startsWith('/slow')) return;
  const first = called.filter((one) => one === path).length === 1;
  response.statusCode = path.startsWith('/bad') || (path.startsWith('/flaky') && first) ? 500 : 200;
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ path }));
});

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await app.stop();
  target.closeAllConnections();
  target.close();
});

const call = (id: string, path: string, data: object = {}) =>
  node(id, 'http.request', { method: 'GET', url: targetUrl + path, ...data });
const set = (id: string, value: unknown) => node(id, 'data.set', { assignments: [{ name: id, value }] });
const loop = (id: string, items: unknown, data: object = {}) => node(id, 'logic.loop', { items, ...data });

/** Edges into a loop's `next` are written `>>`. */
async function run(nodes: ReturnType<typeof node>[], edges: string, triggerData: object = {}) {
  const content = graph([node('start', 'trigger.manual'), ...nodes]);
  const wired = edges.split(' ').map((text) => {
    const [from = '', to = ''] = text.split(/>>?/);
    const [source = '', sourceHandle] = from.split(':');
    const next = text.includes('>>') && { targetHandle: 'next' };
    return { id: text, source, target: to, ...(sourceHandle && { sourceHandle }), ...next };
  });
  const { id } = await app.seed.flow(owner, { ...content, edges: wired });
  const executionId = await trigger(app, owner, id, { triggerData });
  const status = `select 1 from executions where id = $1 and status <> 'running'`;
  // Reading ten thousand steps again and again would cost more than the run.
  await waitFor(async () => (await app.services.db.pool.query(status, [executionId])).rowCount, { timeoutMs: 60_000 });
  return readExecution(app, owner, executionId);
}

type Reported = SeenExecution['steps'][number] & { iteration: string | null };
const reported = ({ steps }: SeenExecution) =>
  (steps as Reported[]).map(
    ({ nodeId, iteration, status }) => `${nodeId}${iteration === null ? '' : `@${iteration}`}: ${status}`,
  );
const stepOf = ({ steps }: SeenExecution, nodeId: string) => steps.find((step) => step.nodeId === nodeId);

describe('a loop', () => {
  test('runs its body for each item in order; expressions see the item and its index; the results go on', async () => {
    const ended = await run(
      [
        loop('each', '{{triggerData.names}}'),
        set('greet', '{{loop.index}}: hello {{loop.item}}, {{steps.each.item}}'),
        set('end', '{{steps.each.items}}'),
      ],
      'start>each each:item>greet greet>>each each:done>end',
      { names: ['Ada', 'Grace'] },
    );
    expect(reported(ended)).toEqual([
      'start: completed',
      'each: completed',
      'greet@0: completed',
      'greet@1: completed',
      'end: completed',
    ]);
    const results = [{ greet: '0: hello Ada, Ada' }, { greet: '1: hello Grace, Grace' }];
    expect(stepOf(ended, 'each')?.output).toEqual({ items: results });
    expect(ended.output).toEqual({ end: results });
  });

  test('makes its effects one after the other and tries those again that may get better', async () => {
    const ended = await run(
      [
        loop('each', [1, 2, 3]),
        call('ask', '/flaky/{{loop.item}}', { retry: { attempts: 2, backoffSeconds: 0 } }),
        set('note', '{{steps.ask.body.path}}'),
      ],
      'start>each each:item>ask ask:out>note note>>each',
    );
    expect(ended.status).toBe('completed');
    expect(called.filter((path) => path.startsWith('/flaky'))).toEqual(
      [1, 2, 3].flatMap((n) => [`/flaky/${n}`, `/flaky/${n}`]),
    );
    expect(ended.output).toEqual({ items: [1, 2, 3].map((n) => ({ note: `/flaky/${n}` })) });
  });

  test('within a loop has iterations of both', async () => {
    const ended = await run(
      [
        loop('rows', '{{triggerData.rows}}'),
        loop('cells', '{{loop.item}}'),
        set('cell', '{{steps.rows.index}}/{{loop.index}}={{loop.item}}'),
        node('both', 'logic.merge'),
        set('row', '{{size(steps.cells.items)}}'),
      ],
      'start>rows rows:item>cells cells:item>cell cell>>cells cells:done>row rows:item>both row>both both>>rows',
      { rows: [['a', 'b'], [], ['c']] },
    );
    expect(reported(ended).filter((line) => line.startsWith('cell@'))).toEqual([
      'cell@0.0: completed',
      'cell@0.1: completed',
      'cell@2.0: completed',
    ]);
    const rows = stepOf(ended, 'rows')?.output as { items: { inputs: { row: object } }[] };
    expect(rows.items.map(({ inputs }) => inputs.row)).toEqual([{ row: 2 }, { row: 0 }, { row: 1 }]);
    expect(ended.steps.find((step) => step.nodeId === 'cell')?.output).toEqual({ cell: '0/0=a' });
  });

  test('waits within its items without holding a worker', async () => {
    const ended = await run(
      [loop('each', [1, 2]), node('wait', 'logic.delay', { seconds: 0.2 }), set('note', '{{loop.item}}')],
      'start>each each:item>wait wait>note note>>each',
    );
    expect(ended.output).toEqual({ items: [{ note: 1 }, { note: 2 }] });
  });
});

describe('an item that fails', () => {
  test('stops the loop and the run, and what still ran of it is cancelled', async () => {
    const ended = await run(
      [loop('each', ['bad', 'good']), call('ask', '/{{loop.item}}/stop'), call('slow', '/slow'), set('end', 1)],
      'start>each each:item>ask each:item>slow ask:out>>each each:done>end',
    );
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'HTTP_STATUS', nodeId: 'ask' } });
    expect(reported(ended).sort()).toEqual([
      'ask@0: failed',
      'each: failed',
      'end: skipped',
      'slow@0: cancelled',
      'start: completed',
    ]);
    expect(stepOf(ended, 'each')?.error).toMatchObject({ code: 'HTTP_STATUS' });
    await waitFor(() => gone === called.filter((path) => path === '/slow').length);
  });

  test('counts as null where the loop goes on with the next', async () => {
    const ended = await run(
      [
        loop('each', ['good', 'bad', 'good'], { onItemError: 'continue' }),
        call('ask', '/{{loop.item}}/on'),
        call('slow', '/{{loop.item == "bad" ? "slow" : "quick"}}'),
        set('note', '{{steps.ask.status}}'),
      ],
      'start>each each:item>ask each:item>slow ask:out>note note>>each',
    );
    expect(ended).toMatchObject({ status: 'completed', output: { items: [{ note: 200 }, null, { note: 200 }] } });
    expect(reported(ended)).toEqual(
      expect.arrayContaining(['ask@1: failed', 'slow@1: cancelled', 'slow@2: completed']),
    );
  });

  test('goes its own way where the step has one', async () => {
    const ended = await run(
      [loop('each', ['bad', 'good']), call('ask', '/{{loop.item}}/own'), set('sorry', 'sorry')],
      'start>each each:item>ask ask:out>>each ask:error>sorry sorry>>each',
    );
    expect(ended.status).toBe('completed');
    expect(stepOf(ended, 'each')?.output).toMatchObject({ items: [{ sorry: 'sorry' }, { status: 200 }] });
  });

  test('fails the loop within a loop, which counts as one item of the other', async () => {
    const ended = await run(
      [
        loop('rows', [['good', 'bad', 'good'], ['good']], { onItemError: 'continue' }),
        loop('cells', '{{loop.item}}'),
        call('ask', '/{{loop.item}}/in'),
      ],
      'start>rows rows:item>cells cells:item>ask ask:out>>cells cells:done>>rows',
    );
    expect(ended).toMatchObject({ status: 'completed', output: { items: [null, { items: [{ status: 200 }] }] } });
    expect(reported(ended)).toEqual(
      expect.arrayContaining(['cells@0: failed', 'ask@0.1: failed', 'ask@1.0: completed']),
    );
    expect(reported(ended)).not.toEqual(expect.arrayContaining(['ask@0.2: completed']));
  });
});

describe('the limits of a loop', () => {
  test('refuse more items than maxItems, and items that do not fit', async () => {
    const many = await run([loop('each', [1, 2, 3], { maxItems: 2 }), set('a', 1)], 'start>each each:item>a a>>each');
    expect(many).toMatchObject({ status: 'failed', error: { code: 'LOOP_LIMIT', nodeId: 'each' } });
    const items = Array.from({ length: 1_000 }, () => 'x'.repeat(1_000));
    const large = await run(
      [loop('each', '{{triggerData.items + triggerData.items}}'), set('a', 1)],
      'start>each each:item>a a>>each',
      { items: items.slice(0, 900) },
    );
    expect(large).toMatchObject({ status: 'failed', error: { code: 'LOOP_LIMIT', nodeId: 'each' } });
  });

  test('end a run with more than ten thousand steps in open iterations', async () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    const waits = Array.from({ length: 5 }, (_, index) => node(`w${index}`, 'logic.delay', { minutes: 5 }));
    const ended = await run(
      [
        loop('rows', '{{triggerData.items}}', { concurrency: 50 }),
        loop('cells', '{{triggerData.items}}', { concurrency: 50 }),
        ...waits,
      ],
      `start>rows rows:item>cells ${waits.map(({ id }) => `cells:item>${id} ${id}>>cells`).join(' ')} cells:done>>rows`,
      { items },
    );
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'STEP_LIMIT' } });
    expect(ended.steps.length).toBe(10_000);
  }, 90_000);

  test('leave room for a thousand items, each with a call, at the cost of a thousand calls', async () => {
    const writes = async (items: number) => {
      const ended = await run(
        [loop('each', '{{triggerData.items}}'), call('ask', '/quick'), set('a', '{{loop.index}}')],
        'start>each each:item>ask ask:out>a a>>each',
        { items: Array.from({ length: items }, (_, index) => index) },
      );
      expect(ended.status).toBe('completed');
      const { rows } = await app.services.db.pool.query<{ n: number; bytes: number; ms: number }>(
        `select count(*)::int as n, sum(pg_column_size(v.steps))::int as bytes,
           (select (extract(epoch from finished_at - started_at) * 1000)::int from executions where id = $1) as ms
         from execution_events v where execution_id = $1`,
        [ended.id],
      );
      return rows[0] as { n: number; bytes: number; ms: number };
    };
    const few = await writes(100);
    const many = await writes(1_000);
    expect(many.n).toBeLessThan(few.n * 11);
    expect(many.bytes).toBeLessThan(few.bytes * 12);
    expect(many.ms).toBeLessThan(few.ms * 30 + 5_000);
  }, 130_000);
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { executionStarter } from '../../../../src/contexts/automation/executions/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, statuses, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { startTestWorker, type TestWorker } from '../../../support/worker.js';

let app: TestApp;
let worker: TestWorker;
let owner: Owner;
let targetUrl: string;
const called: string[] = [];
const clock = { aheadMs: 0, asked: 0 };
const claims: string[] = [];
const reachedPoint = (point: string, id: string) => void (point === 'after-claim' && claims.push(id));

const target = createServer((request, response) => {
  called.push(request.url ?? '');
  if (request.url === '/slow') return;
  response.setHeader('content-type', 'application/json');
  if (request.url === '/deep') response.end(`${'['.repeat(50_000)}1${']'.repeat(50_000)}`);
  else if (request.url === '/refused') response.end('{"text":"refused by the database"}');
  else if (request.url === '/large') response.end(JSON.stringify({ text: 'x'.repeat(700_000) }));
  else response.end('{}');
});

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  const now = () => {
    clock.asked += 1;
    return new Date(Date.now() + clock.aheadMs);
  };
  worker = await startTestWorker(app, { now, reached: reachedPoint });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await worker.stop();
  await app.stop();
  target.closeAllConnections();
  target.close();
});

const call = (id: string, path: string, data: object = {}) =>
  node(id, 'http.request', { method: 'GET', url: targetUrl + path, ...data });
const set = (id: string, value: unknown) => node(id, 'data.set', { assignments: [{ name: 'x', value }] });

async function flow(nodes: ReturnType<typeof node>[], edges: string[]): Promise<string> {
  const content = graph([node('start', 'trigger.manual'), ...nodes], ...edges);
  return (await app.seed.flow(owner, content)).id;
}

async function run(flowId: string, body: object = {}) {
  const id = await trigger(app, owner, flowId, body);
  return { ...(await reached(app, owner, id)), id };
}

async function count(statement: string, values: unknown[]): Promise<number> {
  const { rows } = await app.services.db.pool.query<{ n: number }>(statement, values);
  return rows[0]?.n ?? 0;
}

describe('a run whose data goes to extremes', () => {
  test('ends when a server answers with lists nested deeper than the stack', async () => {
    const ended = await run(await flow([call('deep', '/deep')], ['start>deep']));
    expect(ended.status).toBe('completed');
    expect(called.filter((url) => url === '/deep')).toHaveLength(1);
    expect(ended.steps[1]?.output).toMatchObject({ truncated: true, preview: expect.stringContaining('[[[[') });
  });

  test('fails where variables double until nobody can hold them', async () => {
    const pair = { a: '{{variables.x}}', b: '{{variables.x}}' };
    const nodes = Array.from({ length: 40 }, (_, index) => set(`n${index}`, index ? pair : 'x'.repeat(100)));
    const edges = nodes.map(({ id }, index) => `${index ? `n${index - 1}` : 'start'}>${id}`);
    const ended = await run(await flow(nodes, edges));
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'VARIABLES_TOO_LARGE' } });
  });

  test('writes what it has when much has gathered, not all at its end', async () => {
    const large = call('large', '/large');
    const nodes = Array.from({ length: 20 }, (_, index) => set(`n${index}`, '{{steps.large.body}}'));
    const edges = nodes.map(({ id }, index) => `${index ? `n${index - 1}` : 'large:out'}>${id}`);
    const ended = await run(await flow([large, ...nodes], ['start>large', ...edges]));
    expect(ended.status).toBe('completed');
    const writes = 'select count(*)::int as n from execution_events where execution_id = $1';
    expect(await count(writes, [ended.id])).toBeGreaterThan(5);
  });

  test('limits what it records as the input of a step and as its own output', async () => {
    const nodes = [call('large', '/large'), ...['a', 'b', 'c'].map((id) => set(id, '{{steps.large.body}}'))];
    const ended = await run(await flow(nodes, ['start>large', 'large:out>a', 'large:out>b', 'large:out>c']));
    expect(ended).toMatchObject({ status: 'completed', output: { truncated: true } });
  });
});

describe('a run whose steps the database refuses', () => {
  test('fails without repeating what it did', async () => {
    await app.services.db.pool.query(
      `alter table execution_steps add constraint refused check (output::text not like '%refused by the database%')`,
    );
    const ended = await run(
      await flow([call('refused', '/refused'), set('never', '1')], ['start>refused', 'refused:out>never']),
    );
    await app.services.db.pool.query('alter table execution_steps drop constraint refused');
    expect(ended).toMatchObject({ status: 'failed', output: null, error: { code: 'RUN_NOT_KEPT' } });
    expect(called.filter((url) => url === '/refused')).toHaveLength(1);
    expect(ended.steps.find(({ nodeId }) => nodeId === 'refused')).toMatchObject({ status: 'completed', output: null });
  });
});

describe('a run that this server cannot drive', () => {
  test('fails instead of coming back for ever', async () => {
    const id = await flow([set('a', '1')], ['start>a']);
    await app.services.db.pool.query(
      `update flow_versions set nodes = replace(nodes::text, 'data.set', 'data.gone')::json where flow_id = $1`,
      [id],
    );
    const executionId = '01890000-0000-7000-8000-00000000000a';
    await app.services.get(executionStarter).start({
      id: executionId,
      workspaceId: owner.workspaceId,
      flowId: id,
      flowName: 'Flow',
      flowVersion: 1,
      trigger: 'manual',
      startNodeId: null,
      triggerData: {},
      maxConcurrent: 1000,
      encrypted: null,
      mocks: null,
      idempotency: null,
      call: null,
      at: new Date(),
    });
    expect(await reached(app, owner, executionId)).toMatchObject({ status: 'failed', error: { code: 'RUN_BROKEN' } });
  });

  test('fails when worker after worker has died with it, whatever it holds', async () => {
    const flowId = await flow([call('slow', '/slow')], ['start>slow']);
    const id = await trigger(app, owner, flowId);
    await reached(app, owner, id, ({ steps }) => steps.some(({ nodeId }) => nodeId === 'slow'));
    await app.services.db.pool.query(
      `update execution_claims set takeovers = 1000, fence = fence + 1, worker_id = null, ready_at = now()
       where execution_id = $1`,
      [id],
    );
    const ended = await reached(app, owner, id);
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'WORKERS_LOST' } });
    expect(statuses(ended)).toEqual(['start: completed', 'slow: cancelled']);
  });

  test('fails when the version it goes by is gone', async () => {
    const executionId = '01890000-0000-7000-8000-00000000000b';
    await app.services.get(executionStarter).start({
      id: executionId,
      workspaceId: owner.workspaceId,
      flowId: '01890000-0000-7000-8000-0000000000ff',
      flowName: 'Flow',
      flowVersion: 7,
      trigger: 'manual',
      startNodeId: null,
      triggerData: {},
      maxConcurrent: 1000,
      encrypted: null,
      mocks: null,
      idempotency: null,
      call: null,
      at: new Date(),
    });
    expect(await reached(app, owner, executionId)).toMatchObject({ status: 'failed', error: { code: 'RUN_BROKEN' } });
  });
});

describe('a waiting run', () => {
  const timesClaimed = (id: string) => claims.filter((one) => one === id).length;

  test('goes on at its time when the clock of its worker is behind', async () => {
    clock.aheadMs = -4_000;
    const started = Date.now();
    const ended = await run(await flow([node('wait', 'logic.delay', { seconds: 5 })], ['start>wait']));
    clock.aheadMs = 0;
    expect(ended.status).toBe('completed');
    expect(Date.now() - started).toBeLessThan(3_500);
    expect(timesClaimed(ended.id)).toBe(2);
  });

  test('goes on at its time where the database keeps another time zone', async () => {
    const name = new URL(app.database.url).pathname.slice(1);
    await app.services.db.pool.query(`alter database ${name} set timezone = 'Asia/Tokyo'`);
    const other = await startTestApp({ database: app.database, worker: true, reached: reachedPoint });
    await worker.stop();
    const executionId = await trigger(
      app,
      owner,
      await flow([node('wait', 'logic.delay', { seconds: 1 })], ['start>wait']),
    );
    const ended = await reached(app, owner, executionId);
    await other.stop();
    await app.services.db.pool.query(`alter database ${name} reset timezone`);
    worker = await startTestWorker(app, { reached: reachedPoint });
    expect(ended.status).toBe('completed');
    expect(timesClaimed(executionId)).toBe(2);
  });

  test('does not look at the clock all the time while a wait of years stands beside a call', async () => {
    const id = await flow(
      [node('wait', 'logic.delay', { minutes: 5_000_000 }), call('slow', '/slow', { timeout: 1 })],
      ['start>wait', 'start>slow'],
    );
    await worker.stop();
    worker = await startTestWorker(app, {
      now: () => {
        clock.asked += 1;
        return new Date();
      },
    });
    clock.asked = 0;
    const ended = await run(id);
    expect(ended.error).toMatchObject({ code: 'STEP_TIMEOUT' });
    expect(statuses(ended).sort()).toEqual(['slow: failed', 'start: completed', 'wait: cancelled']);
    expect(clock.asked).toBeLessThan(100);
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { executionStarter, newExecution } from '../../../../src/contexts/automation/executions/index.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, type SeenExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
let owner: Owner;
let targetUrl: string;

const target = createServer((request, response) => {
  if (request.url === '/slow') return;
  response.statusCode = 500;
  response.end('{}');
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

const start = node('start', 'trigger.manual');
const end = node('end', 'logic.stop', { status: 'failed', message: 'No stock.' });
const ask = (path = '/') => node('ask', 'http.request', { method: 'GET', url: targetUrl + path, label: 'Ask' });
const set = (value: unknown) => node('set', 'data.set', { assignments: [{ name: 'got', value }] });

async function flow(nodes: ReturnType<typeof node>[], edges: string[], more: object = {}, of = owner): Promise<string> {
  return (await app.seed.flow(of, { ...graph(nodes, ...edges), ...more })).id;
}

const stopping = () => flow([start, end], ['start>end']);
const asking = (path?: string, settings = {}) => flow([start, ask(path)], ['start>ask'], { settings });

/** A flow that failures start. */
const monitor = (config: object = {}, of = owner, next = set('{{triggerData}}')) =>
  flow([node('failed', 'trigger.executionFailed', { ...config }), next], [`failed>${next.id}`], {}, of);

interface Started {
  id: string;
  chain: string[];
  trigger: string;
  failure: { execution: { id: string }; error: { code: string } };
}

async function startsOf(flowId: string): Promise<Started[]> {
  const { rows } = await app.services.db.pool.query<Started>(
    'select id, chain, trigger, trigger_data as failure from executions where flow_id = $1 order by id',
    [flowId],
  );
  return rows;
}

/** Waits until every failure so far has been published. */
const published = () =>
  waitFor(async () => (await app.services.db.pool.query('select from execution_failures')).rowCount === 0);

async function fails(flowId: string): Promise<SeenExecution> {
  const ended = await reached(app, owner, await trigger(app, owner, flowId));
  expect(ended.status).toBe('failed');
  await published();
  return ended;
}

describe('an execution that fails', () => {
  test('starts each flow that is subscribed to failures once, with the failure as its trigger data', async () => {
    const other = await app.seed.owner();
    const flowId = await asking();
    const monitors = [await monitor({ flowId }), await monitor({ flowId })];
    const elsewhere = await monitor({}, other);
    const failed = await fails(flowId);
    for (const id of monitors) {
      const starts = await startsOf(id);
      expect(starts).toMatchObject([{ trigger: 'execution_failed', chain: [flowId] }]);
      const { output } = await reached(app, owner, starts[0]?.id as string);
      expect(output).toEqual({
        got: {
          execution: {
            id: failed.id,
            flowId,
            status: 'failed',
            trigger: 'manual',
            startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
            finishedAt: expect.stringMatching(/^\d{4}-.*Z$/),
          },
          flow: { id: flowId, name: 'Flow', version: 1 },
          node: { id: 'ask', name: 'Ask', type: 'http.request' },
          error: { ...failed.error, nodeId: 'ask' },
        },
      });
    }
    expect(await startsOf(elsewhere)).toEqual([]);
  });

  test('by any cause is published once', async () => {
    const timedOut = await asking('/slow', { timeout: 1 });
    const stopped = await stopping();
    const broken = '01890000-0000-7000-8000-0000000000ee';
    const watched = await Promise.all([timedOut, stopped].map((flowId) => monitor({ flowId })));
    const any = await monitor();

    await app.services.get(executionStarter).start(
      newExecution({
        workspaceId: owner.workspaceId,
        flow: { id: broken, name: 'Gone', version: 1 },
        trigger: 'manual',
        startNodeId: null,
        triggerData: {},
      }),
    );
    await fails(timedOut);
    await fails(stopped);

    const codes = async (id: string) => (await startsOf(id)).map(({ failure }) => failure.error.code).sort();
    expect(await Promise.all(watched.map(codes))).toEqual([['RUN_TIMEOUT'], ['STOPPED']]);
    expect(await codes(any)).toEqual(['RUN_BROKEN', 'RUN_TIMEOUT', 'STOPPED']);
    const timeout = (await startsOf(any)).find(({ failure }) => failure.error.code === 'RUN_TIMEOUT');
    expect(timeout?.failure).toMatchObject({ node: null });
    await setActive(any, false);
  });

  test('starts only the flows whose filters match', async () => {
    const flowId = await asking();
    const filters = [
      [{ flowId, nodeId: 'ask', code: 'HTTP_STATUS' }, 1],
      [{ flowId, conditions: [{ left: '{{triggerData.flow.name}}', operator: 'eq', right: 'Flow' }] }, 1],
      [{ flowId, conditions: [{ left: '{{triggerData.flow.name}}', operator: 'eq', right: 'Other' }] }, 0],
      [{ flowId, nodeId: 'other' }, 0],
      [{ flowId, code: 'STEP_TIMEOUT' }, 0],
      [{ flowId: await stopping() }, 0],
    ] as const;
    const ids = await Promise.all(filters.map(([filter]) => monitor(filter)));
    await fails(flowId);
    const counts = await Promise.all(ids.map(async (id) => (await startsOf(id)).length));
    expect(counts).toEqual(filters.map(([, count]) => count));
  });

  test('continues a step that waits for it', async () => {
    const flowId = await stopping();
    const wait = node('wait', 'wait.event', {
      eventType: 'execution.failed',
      timeoutMinutes: 60,
      match: { 'data.flow.id': flowId, 'data.error.code': 'STOPPED' },
    });
    const got = set('{{steps.wait.type}}: {{steps.wait.data.error.message}}');
    const waiting = await trigger(app, owner, await flow([start, wait, got], ['start>wait', 'wait:event>set']));
    await reached(app, owner, waiting, ({ phase }) => phase === 'waiting');
    await fails(flowId);
    expect(await reached(app, owner, waiting)).toMatchObject({ output: { got: 'execution.failed: No stock.' } });
  });

  test('is published by another worker if its own died right after the end', async () => {
    const flowId = await stopping();
    const failed = await fails(flowId);
    const watching = await monitor({ flowId });
    // What the end of the execution left, and nobody has been told of.
    await app.services.db.pool.query(
      'insert into execution_failures (workspace_id, execution_id, flow_id) values ($1, $2, $3)',
      [owner.workspaceId, failed.id, flowId],
    );
    await published();
    expect((await startsOf(watching)).map(({ failure }) => failure.execution.id)).toEqual([failed.id]);
  });

  test('is published later if that is impossible now, and does not delay the others', async () => {
    const { pool } = app.services.db;
    const [refused, other] = [await stopping(), await stopping()];
    const [refusing, watching] = [await monitor({ flowId: refused }), await monitor({ flowId: other })];
    await pool.query(`alter table executions add constraint refused check (flow_id <> '${refusing}')`);
    const failed = await reached(app, owner, await trigger(app, owner, refused));
    const postponed = async () =>
      (await pool.query('select from execution_failures where execution_id = $1 and due_at > now()', [failed.id]))
        .rowCount === 1;
    await waitFor(postponed);
    await reached(app, owner, await trigger(app, owner, other));
    await waitFor(async () => (await startsOf(watching)).length === 1);
    expect(await postponed()).toBe(true);
    await pool.query('alter table executions drop constraint refused');
    await pool.query(`update execution_failures set due_at = now() - interval '1 second'`);
    await published();
    expect(await startsOf(refusing)).toHaveLength(1);
  });

  test('shows no secret to the flows that it starts', async () => {
    const secret = 'sk-live-9876543210';
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/secrets`, {
      as: owner.token,
      body: { name: 'shop_key', value: secret },
    });
    const auth = { type: 'bearer', token: '{{boveda.shop_key}}' };
    const call = node('call', 'http.request', { method: 'GET', url: 'https://elsewhere.example.com', auth });
    const flowId = await flow([start, call], ['start>call']);
    const watching = await monitor({ flowId });
    await fails(flowId);
    const [started] = await startsOf(watching);
    const message = expect.stringContaining('must not be sent to elsewhere.example.com');
    expect(started?.failure.error).toMatchObject({ code: 'SECRET_HOST_NOT_ALLOWED', message });
    expect(JSON.stringify(started)).not.toContain(secret);
  });
});

async function setActive(flowId: string, isActive: boolean): Promise<void> {
  const path = `PATCH /workspaces/${owner.workspaceId}/flows/${flowId}`;
  expect(await app.rest(path, { as: owner.token, body: { isActive } })).toMatchObject({ status: 200 });
}

describe('failures are not published', () => {
  test('of executions that completed or were cancelled, nor of simulations', async () => {
    const completing = await flow([start, set(1)], ['start>set']);
    const slow = await asking('/slow');
    const stopped = await stopping();
    const ids = await Promise.all([completing, slow, stopped].map((flowId) => monitor({ flowId })));
    await reached(app, owner, await trigger(app, owner, completing));
    const cancelled = await trigger(app, owner, slow);
    await app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${cancelled}/cancel`, { as: owner.token });
    const path = `POST /workspaces/${owner.workspaceId}/flows/${stopped}/simulate`;
    const simulated = await app.rest(path, { as: owner.token, body: {} });
    const { executionId } = simulated.body.data as { executionId: string };
    expect(await reached(app, owner, executionId)).toMatchObject({ status: 'failed' });
    await published();
    expect(await Promise.all(ids.map(startsOf))).toEqual([[], [], []]);
  });

  test('to a flow that led to them: flows that handle failures come to an end', async () => {
    const flowId = await stopping();
    const first = await monitor({}, owner, end);
    const second = await monitor({}, owner, end);
    await fails(flowId);
    const settled = async () =>
      (
        await app.services.db.pool.query("select from executions where workspace_id = $1 and status = 'running'", [
          owner.workspaceId,
        ])
      ).rowCount === 0;
    await waitFor(async () => (await startsOf(first)).length === 2 && (await startsOf(second)).length === 2);
    await waitFor(settled);
    await published();
    const chains = async (id: string) => (await startsOf(id)).map(({ chain }) => chain.length).sort();
    // Each by the failure of the flow itself, and by that of the other monitor.
    expect(await chains(first)).toEqual([1, 2]);
    expect(await chains(second)).toEqual([1, 2]);
    const [started] = await startsOf(first);
    const { steps } = await reached(app, owner, started?.id as string);
    expect(steps.at(-1)?.logs.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^EVENT_LOOP: execution.failed did not start .* because that flow is in the chain of causes already\.$/,
      ),
    ]);
    for (const id of [first, second]) await setActive(id, false);
  });
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FlowRetentions } from '../../../../src/contexts/automation/executions/store/retention/keep-by-flow.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
let owner: Owner;

const dayMs = 24 * 60 * 60 * 1_000;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

const query = (text: string, ...values: unknown[]) => app.services.db.pool.query(text, values);
const path = (rest: string) => `/workspaces/${owner.workspaceId}/flows${rest}`;

/** A flow that completes, fails or goes on waiting, as its trigger data says. */
async function flow(retention: object | undefined): Promise<string> {
  const nodes = [
    node('start', 'trigger.manual'),
    node('large', 'data.transform', { expression: 'triggerData' }),
    node('how', 'logic.switch', {
      value: '{{triggerData.how}}',
      cases: [
        { id: 'fail', equals: 'fail' },
        { id: 'wait', equals: 'wait' },
      ],
    }),
    node('stop', 'logic.stop', { status: 'failed', message: 'no' }),
    node('wait', 'logic.delay', { minutes: 60 }),
  ];
  const edges = ['start>large', 'large>how', 'how:case:fail>stop', 'how:case:wait>wait'];
  const content = graph(nodes, ...edges);
  return (await app.seed.flow(owner, { ...content, settings: { ...(retention && { retention }) } })).id;
}

const run = (flowId: string, how: string, more: object = {}) =>
  trigger(app, owner, flowId, { triggerData: { how, ...more } });

async function kept(flowId: string): Promise<string[]> {
  const { rows } = await query('select status from executions where flow_id = $1 order by status', flowId);
  return rows.map(({ status }) => status);
}

/** One pass, some days from now. */
const pass = (days: number) =>
  new FlowRetentions(app.services.db.pool, () => new Date(Date.now() + days * dayMs + 60_000)).pass();

/** A flow with an execution of each kind, after their ends were published. */
async function withAll(retention: object | undefined): Promise<string> {
  const flowId = await flow(retention);
  const ended = [await run(flowId, 'complete'), await run(flowId, 'fail')];
  const waiting = await run(flowId, 'wait');
  for (const id of ended) await reached(app, owner, id);
  await reached(app, owner, waiting, ({ phase }) => phase === 'waiting');
  await waitFor(async () => (await query('select from execution_failures where flow_id = $1', flowId)).rowCount === 0);
  return flowId;
}

test.each([
  ['all', undefined, 100, ['completed', 'failed', 'running']],
  ['all for some days', { days: 3 }, 2, ['completed', 'failed', 'running']],
  ['none after these days', { days: 3 }, 4, ['running']],
  ['failed ones for longer', { days: 3, failed: 30 }, 4, ['failed', 'running']],
  ['failures', { keep: 'failures' }, 100, ['failed', 'running']],
  ['failures for some days', { keep: 'failures', failed: 3 }, 4, ['running']],
  ['none', { keep: 'none' }, 0, ['running']],
])('a flow keeps %s', async (_, retention, days, expected) => {
  const flowId = await withAll(retention);
  await pass(days);
  expect(await kept(flowId)).toEqual(expected);
});

test('what just ended is kept until its end has been read', async () => {
  const flowId = await withAll({ keep: 'none' });
  await new FlowRetentions(app.services.db.pool, () => new Date()).pass();
  expect(await kept(flowId)).toEqual(['completed', 'failed', 'running']);
});

test('steps and large values are deleted with an execution, and count no more', async () => {
  const stored = async () =>
    Number(
      (await query('select sum(bytes) from workspace_storage where workspace_id = $1', owner.workspaceId)).rows[0].sum,
    );
  const flowId = await flow({ keep: 'none' });
  const before = await stored();
  const id = await run(flowId, 'complete', { text: 'x'.repeat(200_000) });
  await reached(app, owner, id);
  expect(await stored()).toBeGreaterThan(before + 100_000);
  await pass(0);
  expect(await stored()).toBe(before);
  for (const table of ['execution_steps', 'blob_uses'])
    expect((await query(`select from ${table} where execution_id = $1`, id)).rowCount).toBe(0);
  const { status } = await app.rest(`GET ${path(`/executions/${id}`)}`, { as: owner.token });
  expect(status).toBe(404);
  const { body } = await app.rest(`GET ${path(`/${flowId}/executions`)}`, { as: owner.token });
  expect(body).toMatchObject({ data: [], pagination: { total: 0 } });
});

test('an execution is kept while its caller still has to read its end', async () => {
  const called = await flow({ keep: 'none' });
  const content = graph(
    [
      node('start', 'trigger.manual'),
      node('call', 'flow.call', { flowId: called, input: { how: 'complete' } }),
      node('end', 'data.transform', { expression: 'steps.call' }),
    ],
    'start>call',
    'call:out>end',
  );
  const caller = (await app.seed.flow(owner, content)).id;
  const id = await trigger(app, owner, caller);
  await pass(0);
  expect(await reached(app, owner, id)).toMatchObject({ status: 'completed', output: { case: null } });
});

test('a pass reads the newest executions of a flow, and goes on with the older ones', async () => {
  const flowId = await flow({ keep: 'failures' });
  // A thousand failed ones that are kept, among which two completed ones stand.
  await query(
    `insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, status, started_at, finished_at, created_at)
     select uuidv7(make_interval(secs => n - 3000)), $1, $2, 'F', 1, 'manual', case when n in (3, 1004) then 'completed' else 'failed' end,
       now() - interval '1 hour', now() - interval '1 hour', now() - interval '1 hour' from generate_series(1, 1502) n`,
    owner.workspaceId,
    flowId,
  );
  const retentions = new FlowRetentions(app.services.db.pool, () => new Date());
  const removed: number[] = [];
  for (let n = 0; n < 3; n += 1) removed.push(await retentions.pass());
  expect(removed.reduce((all, one) => all + one)).toBe(2);
  expect(removed[0]).toBe(2);
  expect((await kept(flowId)).length).toBe(1_500);
});

test('is refused with the field that is wrong, and removed by null', async () => {
  const flowId = await flow({ days: 3 });
  const change = (retention: unknown) =>
    app.rest(`PATCH ${path(`/${flowId}`)}`, { as: owner.token, body: { settings: { retention } } });
  const refused = await change({ days: 0, keep: 'some' });
  expect(refused.status).toBe(400);
  expect((refused.body.error.details ?? []).map(({ field }: { field?: string }) => field).toSorted()).toEqual([
    'settings.retention.days',
    'settings.retention.keep',
  ]);
  expect((await change({ keep: 'none' })).body.data).toMatchObject({ settings: { retention: { keep: 'none' } } });
  const removed = (await change(null)).body.data as { settings: object };
  expect(removed.settings).not.toHaveProperty('retention');
});

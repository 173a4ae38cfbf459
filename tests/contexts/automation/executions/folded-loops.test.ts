import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { claimedExecutionSql } from '../../../../src/contexts/automation/executions/store/claim-executions.sql.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { edge, node } from '../../../support/graphs.js';
import { trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
let owner: Owner;
let targetUrl: string;
const called: string[] = [];
/** The index of the item whose call fails. */
let broken = -1;

const target = createServer((request, response) => {
  const path = request.url ?? '';
  called.push(path);
  response.statusCode = path === `/${broken}` ? 500 : 200;
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
  target.close();
});

beforeEach(() => {
  called.length = 0;
  broken = -1;
});

const set = (id: string, value: unknown) => node(id, 'data.set', { assignments: [{ name: id, value }] });
const loop = (data: object) =>
  node('each', 'logic.loop', { items: '{{triggerData.items}}', maxItems: 10_000, ...data });
const call = (path: string) => node('ask', 'http.request', { method: 'GET', url: `${targetUrl}${path}` });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Edges into a loop's `next` are written `>>`. */
async function flow(nodes: ReturnType<typeof node>[], edges: string): Promise<string> {
  const wired = edges.split(' ').map((text) => ({
    ...edge(text.replace('>>', '>')),
    ...(text.includes('>>') && { targetHandle: 'next' }),
  }));
  return (await app.seed.flow(owner, { nodes: [node('start', 'trigger.manual'), ...nodes], edges: wired })).id;
}

async function query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  return (await app.services.db.pool.query<Row>(text, values)).rows;
}

async function ended(id: string, timeoutMs = 60_000) {
  const text = `select status, output, error from executions where id = $1 and status <> 'running'`;
  const read = () => query<{ status: string; output: { items: unknown[] }; error: unknown }>(text, [id]);
  return waitFor(async () => (await read())[0], { timeoutMs });
}

const countSteps = async (id: string) =>
  (await query<{ n: number }>('select count(*)::int as n from execution_steps where execution_id = $1', [id]))[0]?.n;

/** What a claim of an execution reads now: rows of steps, pages of the database, and bytes that reach the worker. */
async function costOfClaim(id: string): Promise<{ rows: number; pages: number; bytes: number }> {
  const text = `with claimed as (select * from execution_claims where execution_id = $1) ${claimedExecutionSql}`;
  const [row] = await query<{ run: { steps: unknown[] } }>(text, [id]);
  const [plan] = await query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
    `explain (analyze, buffers, format json) ${text}`,
    [id],
  );
  const top = plan?.['QUERY PLAN'][0]?.Plan ?? {};
  const pages = (top['Shared Hit Blocks'] ?? 0) + (top['Shared Read Blocks'] ?? 0);
  return { rows: row?.run.steps.length ?? 0, pages, bytes: JSON.stringify(row?.run).length };
}

describe('the cost of an item', () => {
  test('does not grow with those before it, although each of them waits', async () => {
    const called = await flow([set('big', 'x'.repeat(8_000))], 'start>big');
    const pauses = [5, 150];
    const id = await trigger(
      app,
      owner,
      await flow(
        [
          loop({}),
          node('run', 'flow.call', { flowId: called }),
          set('last', '{{loop.index}}'),
          node('pauses', 'logic.if', { conditions: [{ left: '{{loop.index}}', operator: 'in', right: pauses }] }),
          node('approve', 'wait.approval', { message: 'Continue?', timeoutMinutes: 60 }),
        ],
        'start>each each:item>run run:out>last last>pauses pauses:true>approve pauses:false>>each approve:approved>>each',
      ),
      { triggerData: { items: numbers(160) } },
    );
    const costs: Awaited<ReturnType<typeof costOfClaim>>[] = [];
    for (const index of pauses) {
      const isPaused = `select s.id from execution_steps s join execution_claims c on c.execution_id = s.execution_id
        where s.execution_id = $1 and c.worker_id is null and c.ready_at is null and s.node_id = 'approve' and s.iteration = $2 and s.status = 'waiting'`;
      const step = await waitFor(async () => (await query<{ id: string }>(isPaused, [id, String(index)]))[0], {
        timeoutMs: 60_000,
      });
      costs.push(await costOfClaim(id));
      const path = `POST /workspaces/${owner.workspaceId}/flows/executions/${id}/approvals/${step.id}`;
      const { status } = await app.rest(path, { as: owner.token, body: { decision: 'approved' } });
      expect(status).toBe(200);
    }
    const [few, many] = costs as [(typeof costs)[0], (typeof costs)[0]];
    expect(many.rows).toBe(few.rows);
    expect(many.bytes).toBeLessThan(few.bytes * 1.1);
    expect(many.pages).toBeLessThan(few.pages * 1.5 + 20);
    const { status, output } = await ended(id);
    expect(status).toBe('completed');
    expect(output.items).toHaveLength(160);
  }, 120_000);

  test('allows ten thousand items, each with its steps', async () => {
    const id = await trigger(
      app,
      owner,
      await flow(
        [
          loop({}),
          node('odd', 'logic.if', { conditions: [{ left: '{{loop.item % 2}}', operator: 'eq', right: 1 }] }),
          set('seen', '{{loop.item}}'),
        ],
        'start>each each:item>odd odd:true>seen seen>>each',
      ),
      { triggerData: { items: numbers(10_000) } },
    );
    expect(await ended(id, 100_000)).toMatchObject({ status: 'completed', error: null });
    expect(await countSteps(id)).toBe(20_002);
  }, 120_000);
});

describe('a retry', () => {
  const items = 300;

  test('goes on behind the last finished item, and copies only what it needs', async () => {
    broken = 250;
    const flowId = await flow(
      [
        loop({}),
        call('/{{loop.index}}'),
        node('early', 'logic.if', { conditions: [{ left: '{{loop.index}}', operator: 'eq', right: 3 }] }),
        set('early3', '{{loop.index}}'),
        node('both', 'logic.merge'),
        set('end', '{{variables.early3}}/{{size(steps.each.items)}}/{{steps.each.items[2].inputs.early.result}}'),
      ],
      'start>each each:item>ask ask:out>early early:true>early3 early3>both early:false>both both>>each each:done>end',
    );
    const failed = await trigger(app, owner, flowId, { triggerData: { items: numbers(items) } });
    expect(await ended(failed)).toMatchObject({ status: 'failed' });
    called.length = 0;
    broken = -1;
    const path = `POST /workspaces/${owner.workspaceId}/flows/executions/${failed}/retry`;
    const { body } = await app.rest(path, { as: owner.token, body: { from: 'failed' } });
    const retried = (body.data as { executionId: string }).executionId;
    expect(await ended(retried)).toMatchObject({ status: 'completed', output: { end: '3/300/false' } });
    expect(called).toEqual(numbers(50).map((index) => `/${index + 250}`));
    // One step for each finished item, with its result, and the one whose variable is in effect.
    expect(await countSteps(retried)).toBe(3 + 250 + 1 + 50 * 4);
  }, 60_000);

  test('runs only the items again that failed or ran beside it', async () => {
    broken = 4;
    const flowId = await flow(
      [loop({ concurrency: 3 }), call('/{{loop.index}}')],
      'start>each each:item>ask ask:out>>each',
    );
    const failed = await trigger(app, owner, flowId, { triggerData: { items: numbers(9) } });
    await ended(failed);
    const finished = await query<{ iteration: string }>(
      `select iteration from execution_steps where execution_id = $1 and node_id = 'ask' and status = 'completed'`,
      [failed],
    );
    called.length = 0;
    broken = -1;
    const path = `POST /workspaces/${owner.workspaceId}/flows/executions/${failed}/retry`;
    const { body } = await app.rest(path, { as: owner.token, body: {} });
    const { status, output } = await ended((body.data as { executionId: string }).executionId);
    expect(status).toBe('completed');
    expect((output.items as { body: { path: string } }[]).map((item) => item.body.path)).toEqual(
      numbers(9).map((index) => `/${index}`),
    );
    expect(called.length).toBe(9 - finished.length);
    for (const { iteration } of finished) expect(called).not.toContain(`/${iteration}`);
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { startTestWorker, type TestWorker, type TestWorkerOptions } from '../../../support/worker.js';

let app: TestApp;
let owner: Owner;
let url: string;

/** Answers `/quick`, and nothing else. */
const target = createServer((request, response) => {
  if (request.url === '/quick') response.end('{}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  app = await startTestApp();
  owner = await app.seed.owner();
});

afterAll(async () => {
  await app.stop();
  target.closeAllConnections();
  target.close();
});

const call = (flowId: string, data: object = {}) => node('call', 'flow.call', { flowId, ...data });
const pause = () => node('pause', 'logic.delay', { seconds: 600 });
const http = (id: string, path: string) => node(id, 'http.request', { method: 'POST', url: url + path });

/** A flow whose nodes all follow its trigger. */
async function flow(nodes: ReturnType<typeof node>[], settings: object = {}): Promise<string> {
  const edges = nodes.map(({ id }) => `start>${id}`);
  const content = graph([node('start', 'trigger.manual'), ...nodes], ...edges);
  return (await app.seed.flow(owner, { ...content, settings: { maxConcurrent: 1000, ...settings } })).id;
}

const cancel = async (id: string) =>
  (await app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${id}/cancel`, { as: owner.token })).status;

interface Member {
  id: string;
  status: string;
  at: string | null;
}

/** A run and what it called, down to the last, from the top. */
async function treeOf(id: string): Promise<Member[]> {
  const { rows } = await app.services.db.pool.query<Member>(
    `with recursive tree as (
       select * from executions where id = $1
       union all select c.* from tree t join executions c on c.parent_execution_id = t.id
     ) select id, status, finished_at::text as at from tree order by call_depth, id`,
    [id],
  );
  return rows;
}

const statusesOf = async (id: string) => (await treeOf(id)).map(({ status }) => status);

async function withWorker(options: TestWorkerOptions, work: (worker: TestWorker) => Promise<void>): Promise<void> {
  const worker = await startTestWorker(app, options);
  try {
    await work(worker);
  } finally {
    await worker.stop();
  }
}

/** A run that keeps a place of the worker taken until it is cancelled. */
async function acquireSlot(): Promise<string> {
  const id = await trigger(app, owner, await flow([http('hang', '/hang')]));
  await reached(app, owner, id, ({ steps }) => steps.some(({ nodeId }) => nodeId === 'hang'));
  return id;
}

describe('a run that is cancelled right before it calls', () => {
  test.each([true, false])('starts no other one (wait: %s)', async (wait) => {
    const called = await flow([pause()]);
    const caller = await flow([call(called, { wait })]);
    const held = Promise.withResolvers<() => void>();
    const reachedPoint: TestWorkerOptions['reached'] = (point) =>
      point === 'before-effect' ? new Promise<void>((resolve) => held.resolve(resolve)) : undefined;
    await withWorker({ reached: reachedPoint }, async (worker) => {
      const id = await trigger(app, owner, caller);
      const release = await held.promise;
      expect(await cancel(id)).toBe(200);
      release();
      await waitFor(() => worker.drivenHere() === 0);
      expect(await statusesOf(id)).toEqual(['cancelled']);
    });
  });

  test('leaves nothing behind whenever that is', async () => {
    const caller = await flow([call(await flow([pause()]))]);
    await withWorker({}, async (worker) => {
      const ids: string[] = [];
      for (let round = 0; round < 8; round++) {
        const some = await Promise.all(Array.from({ length: 10 }, () => trigger(app, owner, caller)));
        ids.push(...some);
        expect(await Promise.all(some.map(cancel))).toEqual(some.map(() => 200));
      }
      await waitFor(() => worker.drivenHere() === 0);
      const trees = await Promise.all(ids.map(statusesOf));
      expect(new Set(trees.flat())).toEqual(new Set(['cancelled']));
    });
  });
});

describe('a tree of calls', () => {
  test('is cancelled in one transaction, also while no worker has a place', async () => {
    const leaf = await flow([pause()]);
    const between = await flow([call(leaf)]);
    const top = await flow([call(between)]);
    await withWorker({ concurrency: 1 }, async () => {
      const id = await trigger(app, owner, top);
      await waitFor(async () => (await treeOf(id)).length === 3);
      const hog = await acquireSlot();
      expect(await cancel(id)).toBe(200);
      const tree = await treeOf(id);
      expect(tree.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
      expect(new Set(tree.map(({ at }) => at)).size).toBe(1);
      const { rows } = await app.services.db.pool.query(
        `select count(*)::int as runs, count(distinct tx)::int as transactions from execution_events
         where execution_id = any($1) and execution ->> 'status' = 'cancelled'`,
        [tree.map((one) => one.id)],
      );
      expect(rows).toEqual([{ runs: 3, transactions: 1 }]);
      const open = `select from execution_steps where execution_id = any($1) and status in ('running', 'waiting')`;
      expect((await app.services.db.pool.query(open, [tree.map((one) => one.id)])).rowCount).toBe(0);
      expect(await cancel(hog)).toBe(200);
    });
  });

  test('ends, with its steps, after the locks for which its cancellation waited', async () => {
    const top = await flow([call(await flow([pause()]))]);
    await withWorker({}, async () => {
      const id = await trigger(app, owner, top);
      const { pool } = app.services.db;
      const idsOf = async () => (await treeOf(id)).map((one) => one.id);
      const waits = `select from execution_steps where execution_id = any($1) and status = 'waiting'`;
      await waitFor(async () => (await pool.query(waits, [await idsOf()])).rowCount === 2);
      const all = await idsOf();
      const holder = await pool.connect();
      await holder.query('begin');
      await holder.query('select from execution_claims where execution_id = any($1) for update', [all]);
      const cancelled = cancel(id);
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '/* lock_call_tree */%'
        and datname = current_database()`;
      await waitFor(async () => (await pool.query(waiting)).rowCount === 1);
      const { rows } = await holder.query<{ at: Date }>('select clock_timestamp()::timestamptz(3) as at');
      await holder.query('commit');
      holder.release();
      expect(await cancelled).toBe(200);
      const ends = `select finished_at >= $2 as later from executions where id = any($1)
        union all select finished_at >= $2 from execution_steps where execution_id = any($1) and status = 'cancelled'`;
      const found = await pool.query<{ later: boolean }>(ends, [all, rows[0]?.at]);
      expect(found.rows.map(({ later }) => later)).toEqual([true, true, true, true]);
    });
  });

  test('is cancelled although its runs write all the time', async () => {
    const items = Array.from({ length: 500 }, (_, n) => n);
    const body = graph(
      [node('start', 'trigger.manual'), node('each', 'logic.loop', { items }), http('quick', '/quick')],
      'start>each',
      'each:item>quick',
    );
    const back = { id: 'back', source: 'quick', target: 'each', targetHandle: 'next' };
    const settings = { maxConcurrent: 1000 };
    const busy = (await app.seed.flow(owner, { ...body, edges: [...body.edges, back], settings })).id;
    const calls = Array.from({ length: 6 }, (_, n) => ({ ...call(busy), id: `call${n}` }));
    const between = await flow([...calls, http('quick', '/quick')]);
    const top = await flow([call(between)]);
    await withWorker({}, async () => {
      for (let round = 0; round < 3; round++) {
        const id = await trigger(app, owner, top);
        await waitFor(async () => (await treeOf(id)).length === 8);
        expect(await cancel(id)).toBe(200);
        expect(new Set(await statusesOf(id))).toEqual(new Set(['cancelled']));
      }
    });
  });

  test('ends with the timeout of its first run, also while others take all places', async () => {
    const leaf = await flow([pause()]);
    const between = await flow([call(leaf)]);
    // Its time begins to count once it is allowed to go on, and calls what never answers.
    const gate = node('gate', 'wait.approval', { message: 'Go on?' });
    const content = graph(
      [node('start', 'trigger.manual'), call(between), gate, http('hang', '/hang')],
      'start>call',
      'start>gate',
      'gate:approved>hang',
    );
    const settings = { maxConcurrent: 1000, timeout: 2 };
    const top = (await app.seed.flow(owner, { ...content, settings })).id;
    const hanging = await flow([http('hang', '/hang')]);
    await withWorker({ concurrency: 2 }, async () => {
      const id = await trigger(app, owner, top);
      await waitFor(async () => (await treeOf(id)).length === 3);
      const waiting = await reached(app, owner, id, ({ phase }) => phase === 'waiting');
      const hog = await acquireSlot();
      const stepId = waiting.steps.find(({ nodeId }) => nodeId === 'gate')?.id;
      const path = `/workspaces/${owner.workspaceId}/flows/executions/${id}/approvals/${stepId}`;
      await app.rest(`POST ${path}`, { as: owner.token, body: { decision: 'approved' } });
      await reached(app, owner, id, ({ steps }) => steps.some(({ nodeId }) => nodeId === 'hang'));
      // These take the place that the timeout frees.
      const hogs = [hog, ...(await Promise.all([1, 2].map(() => trigger(app, owner, hanging))))];
      await waitFor(async () => (await statusesOf(id)).join() === 'failed,cancelled,cancelled');
      for (const one of hogs) expect(await cancel(one)).toBe(200);
    });
  });

  test('is answered to its caller while others take all places', async () => {
    const caller = await flow([call(await flow([node('pause', 'logic.delay', { seconds: 600 })]))]);
    await withWorker({ concurrency: 1 }, async () => {
      const id = await trigger(app, owner, caller);
      await waitFor(async () => (await treeOf(id)).length === 2);
      await reached(app, owner, id, ({ phase }) => phase === 'waiting');
      const hog = await acquireSlot();
      const [, child] = await treeOf(id);
      expect(await cancel(child?.id as string)).toBe(200);
      const signalled = 'select from execution_steps where execution_id = $1 and signal is not null';
      await waitFor(async () => (await app.services.db.pool.query(signalled, [id])).rowCount === 1);
      expect(await cancel(hog)).toBe(200);
      expect(await reached(app, owner, id)).toMatchObject({ status: 'failed', error: { code: 'CALL_CANCELLED' } });
    });
  });
});

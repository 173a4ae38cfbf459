import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, readExecution, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
/** Two processes that accept and drive runs. */
let workers: TestApp[];
let owner: Owner;
let url: string;

/** Calls in order of arrival, by the number of their run. */
let calls: number[] = [];
let open = new Map<number, ServerResponse>();
let mostOpen = 0;
let holds = false;

const target = createServer((request, response) => {
  const run = Number(request.url?.slice(1));
  calls.push(run);
  open.set(run, response);
  mostOpen = Math.max(mostOpen, open.size);
  if (!holds) setTimeout(() => answer(run), 15);
});

function answer(run: number): void {
  open.get(run)?.end('{}');
  open.delete(run);
}

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  app = await startTestApp();
  const { database } = app;
  workers = [await startTestApp({ database, worker: true }), await startTestApp({ database, worker: true })];
  owner = await app.seed.owner();
});

afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await app.stop();
  target.closeAllConnections();
  target.close();
});

beforeEach(() => {
  calls = [];
  open = new Map();
  mostOpen = 0;
  holds = false;
});

async function flow(maxConcurrent: number, nodes: ReturnType<typeof node>[], ...edges: string[]): Promise<string> {
  const content = graph([node('start', 'trigger.manual'), ...nodes], ...edges);
  return (await app.seed.flow(owner, { ...content, settings: { maxConcurrent } })).id;
}

const call = () => node('call', 'http.request', { method: 'POST', url: `${url}{{triggerData.run}}` });
const start = (flowId: string, run: number, by = app) => trigger(by, owner, flowId, { triggerData: { run } });

async function startMany(flowId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let run = 0; run < count; run++) ids.push(await start(flowId, run));
  return ids;
}

/** Answers calls, whenever so many are open at once as there should be. */
async function answerAsManyAtOnce(count: number, all: number): Promise<void> {
  for (let left = all; left > 0; left -= count) {
    await waitFor(() => open.size === Math.min(count, left));
    for (const run of [...open.keys()]) answer(run);
  }
}

describe('the runs of a flow with a limit', () => {
  test('go one after the other in order of arrival, whoever drives them', async () => {
    const ids = await startMany(await flow(1, [call()], 'start>call'), 15);
    for (const id of ids) expect(await reached(app, owner, id)).toMatchObject({ status: 'completed' });
    expect(mostOpen).toBe(1);
    expect(calls).toEqual(ids.map((_, run) => run));
  });

  test('are never more at once than it allows, and as many where there are enough', async () => {
    const flowId = await flow(3, [call()], 'start>call');
    holds = true;
    const ids = await Promise.all(Array.from({ length: 30 }, (_, run) => start(flowId, run)));
    await answerAsManyAtOnce(3, ids.length);
    for (const id of ids) expect(await reached(app, owner, id)).toMatchObject({ status: 'completed' });
    expect(mostOpen).toBe(3);
  });

  test('are never more at once where several processes start them at once themselves', async () => {
    const flowId = await flow(3, [call()], 'start>call');
    holds = true;
    const ids = await Promise.all(Array.from({ length: 40 }, (_, run) => start(flowId, run, workers[run % 2])));
    await answerAsManyAtOnce(3, ids.length);
    for (const id of ids) expect(await reached(app, owner, id)).toMatchObject({ status: 'completed' });
    expect(mostOpen).toBe(3);
  });

  test('leave their place while they wait, and take their turn again afterwards', async () => {
    holds = true;
    const delay = node('wait', 'logic.delay', { seconds: '{{triggerData.run == 0 ? 0.5 : 60}}' });
    const flowId = await flow(1, [delay, call()], 'start>wait', 'wait>call');
    // The short wait begins last: whoever comes back from it holds the place until it is answered.
    const waiting = [await start(flowId, 1), await start(flowId, 2)];
    for (const id of waiting) await reached(app, owner, id, ({ phase }) => phase === 'waiting');
    const first = await start(flowId, 0);
    await waitFor(() => calls.length === 1);
    for (const id of waiting) expect(await readExecution(app, owner, id)).toMatchObject({ phase: 'waiting' });
    answer(0);
    expect(await reached(app, owner, first)).toMatchObject({ status: 'completed' });
  });

  test('move up when the one before them is cancelled, and when nobody granted them its slot', async () => {
    holds = true;
    const ids = await startMany(await flow(1, [call()], 'start>call'), 3);
    await waitFor(() => calls.length === 1);
    const awaiting = 'select from execution_claims where awaits_slot and execution_id = any($1)';
    await waitFor(async () => (await app.services.db.pool.query(awaiting, [ids])).rowCount === 2);
    const cancelled = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/executions/${ids[0]}/cancel`, {
      as: owner.token,
    });
    expect(cancelled).toMatchObject({ status: 200 });
    await waitFor(() => calls.length === 2);
    // As when a run begins to wait in the moment in which the one before it leaves.
    await app.services.db.pool.query(`update execution_claims set max_concurrent = 1000 where execution_id = $1`, [
      ids[1],
    ]);
    answer(1);
    await waitFor(() => calls.length === 3);
    answer(2);
    expect(await reached(app, owner, ids[2] as string)).toMatchObject({ status: 'completed' });
  });
});

describe('an execution of a flow with a limit', () => {
  test('does not overtake an earlier one that another transaction has locked', async () => {
    const accepting = await startTestApp();
    const { pool } = accepting.services.db;
    const user = await accepting.seed.owner();
    const content = graph([node('start', 'trigger.manual'), call()], 'start>call');
    const { id: flowId } = await accepting.seed.flow(user, { ...content, settings: { maxConcurrent: 1 } });
    const ids: string[] = [];
    for (let run = 0; run < 2; run++) ids.push(await trigger(accepting, user, flowId, { triggerData: { run } }));
    const locker = await pool.connect();
    let worker: TestApp | undefined;
    try {
      await locker.query('begin');
      await locker.query('select from execution_claims where execution_id = $1 for update', [ids[0]]);
      worker = await startTestApp({ database: accepting.database, worker: true });
      const looked = 'select from execution_claims where execution_id = $1 and ready_at is not null';
      await waitFor(async () => (await pool.query(looked, [ids[1]])).rowCount === 0);
      expect(calls).toEqual([]);
      await locker.query('commit');
      for (const id of ids) expect(await reached(accepting, user, id)).toMatchObject({ status: 'completed' });
      expect(calls).toEqual([0, 1]);
    } finally {
      await locker.query('rollback');
      locker.release();
      await worker?.stop();
      await accepting.stop();
    }
  });
});

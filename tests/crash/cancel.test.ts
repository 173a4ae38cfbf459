import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { readExecution, trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';
import { startTestWorker, type TestWorker } from '../support/worker.js';
import { spawnWorker } from './spawn-worker.js';

const leaseSeconds = 3;

let app: TestApp;
let worker: TestWorker | undefined;
let spawned: ChildProcess | undefined;
let owner: Owner;
let url: string;
/** Calls as `run path`, and those of them whose connection was closed before an answer. */
const calls: string[] = [];
const dropped = new Set<string>();

const target = createServer((request, response) => {
  const [run = '', nodeId = ''] = String(request.headers['idempotency-key']).split(':');
  const call = `${run} ${nodeId}`;
  calls.push(call);
  // A call of `hang` is never answered.
  if (nodeId !== 'hang') response.end('{}');
  response.once('close', () => {
    if (!response.writableEnded) dropped.add(call);
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  app = await startTestApp();
  owner = await app.seed.owner();
});

afterAll(async () => {
  spawned?.kill('SIGKILL');
  await worker?.stop();
  target.closeAllConnections();
  target.close();
  await app.stop();
});

const call = (id: string) => node(id, 'http.request', { method: 'POST', url });

async function flow(...nodes: ReturnType<typeof node>[]): Promise<string> {
  const all = [node('start', 'trigger.manual'), ...nodes];
  const edges = nodes.map(({ id }, index) => `${all[index]?.id}>${id}`);
  return (await app.seed.flow(owner, { ...graph(all, ...edges), settings: { maxConcurrent: 1000 } })).id;
}

/** Cancels, and returns when the run is seen to be cancelled. */
async function cancel(id: string): Promise<void> {
  const path = `/workspaces/${owner.workspaceId}/flows/executions/${id}`;
  expect((await app.rest(`POST ${path}/cancel`, { as: owner.token })).status).toBe(200);
  await waitFor(async () => (await readExecution(app, owner, id)).status === 'cancelled');
}

/** Keeps runs coming until it is stopped. */
function load(flowId: string, lanes: number): () => Promise<void> {
  let on = true;
  const posting = Array.from({ length: lanes }, async () => {
    while (on) await trigger(app, owner, flowId);
  });
  return async () => {
    on = false;
    await Promise.all(posting);
  };
}

const callsOf = (ids: string[]) => calls.filter((one) => ids.includes(one.split(' ')[0] as string));

/** Cancels runs that call, wait and are queued. */
async function cancelAll(hanging: string, waiting: string): Promise<void> {
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, index) => trigger(app, owner, index % 2 ? hanging : waiting)),
  );
  await waitFor(() => callsOf(ids).length === 6);
  const queued = await Promise.all(Array.from({ length: 6 }, () => trigger(app, owner, hanging)));
  await Promise.all([...ids, ...queued].map(cancel));
  const cancelledAt = performance.now();
  // Sooner than by the time limit of a call.
  await waitFor(() => callsOf([...ids, ...queued]).every((one) => dropped.has(one)), { timeoutMs: 20_000 });
  const made = callsOf([...ids, ...queued]).length;
  // Past the time at which the delays would have gone on.
  await waitFor(() => performance.now() - cancelledAt > 2_500);
  expect(callsOf([...ids, ...queued])).toHaveLength(made);
}

describe('a cancelled run', () => {
  test('ends under load, calls, waits and queued ones alike, and starts nothing more', async () => {
    worker = await startTestWorker(app);
    const busy = await flow(call('a'), call('b'));
    const hanging = await flow(call('hang'), call('after'));
    const waiting = await flow(node('wait', 'logic.delay', { seconds: 2 }), call('after'));
    const stopLoad = load(busy, 6);
    try {
      await cancelAll(hanging, waiting);
    } finally {
      await stopLoad();
    }
    await worker.stop();
    worker = undefined;
  }, 60_000);

  test('ends when its worker is dead, and is not taken over', async () => {
    const hanging = await flow(call('hang'), call('after'));
    const other = spawnWorker({ url: app.database.url, leaseSeconds });
    spawned = other;
    await once(other.stdout as NodeJS.ReadableStream, 'data');
    const ids = await Promise.all(Array.from({ length: 4 }, () => trigger(app, owner, hanging)));
    await waitFor(() => callsOf(ids).length === 4);
    other.kill('SIGKILL');
    await once(other, 'exit');
    const [first, ...others] = ids as [string, ...string[]];
    await cancel(first);

    worker = await startTestWorker(app, { leaseSeconds });
    // Those that are not cancelled are taken over and call again; then the cancelled one would have, too.
    await waitFor(() => callsOf(others).length >= 6);
    await Promise.all(others.map(cancel));
    expect(callsOf([first])).toHaveLength(1);
    expect(callsOf(ids).filter((one) => one.endsWith('after'))).toEqual([]);
  }, 60_000);
});

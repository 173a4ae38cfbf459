import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';
import { spawnWorker } from './spawn-worker.js';

let app: TestApp;
let owner: Owner;
let url: string;
const workers = new Set<ChildProcess>();
let deaths = 0;
let stopped = false;
let keeping: Promise<void> | undefined;
/** Calls that are not answered yet. */
const open: ServerResponse[] = [];
let calls = 0;

const target = createServer((_request, response) => {
  calls += 1;
  // While two workers die, all executions are in the same step of theirs.
  if (deaths < 2) open.push(response);
  else response.end('{}');
});

beforeAll(async () => {
  app = await startTestApp();
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  owner = await app.seed.owner();
});

/** Its processes must not drive the executions of the next test. */
afterEach(async () => {
  stopped = true;
  for (const worker of workers) worker.kill('SIGKILL');
  await keeping;
});

afterAll(async () => {
  target.closeAllConnections();
  target.close();
  await app.stop();
});

/** A worker that is started again whenever it dies, as a service manager would do it. */
async function keepWorker(deed: { guilty: string } | { blocking: string }): Promise<void> {
  stopped = false;
  while (!stopped) {
    const worker = spawnWorker({ url: app.database.url, leaseSeconds: 3, ...deed });
    workers.add(worker);
    createInterface({ input: worker.stdout as NodeJS.ReadableStream }).resume();
    await once(worker, 'exit');
    workers.delete(worker);
    if (worker.signalCode === 'SIGKILL' && !stopped) deaths += 1;
  }
}

async function takeovers(id: string): Promise<number | undefined> {
  const { rows } = await app.services.db.pool.query<{ takeovers: number }>(
    'select takeovers from execution_claims where execution_id = $1',
    [id],
  );
  return rows[0]?.takeovers;
}

describe('an execution that kills the process that drives it', () => {
  test('fails after three deaths, and no execution that ran beside it does', async () => {
    const call = node('call', 'http.request', { method: 'POST', url });
    const content = graph([node('start', 'trigger.manual'), call], 'start>call');
    const flowId = (await app.seed.flow(owner, { ...content, settings: { maxConcurrent: 1000 } })).id;
    const innocent = await Promise.all(Array.from({ length: 5 }, () => trigger(app, owner, flowId)));
    const guilty = await trigger(app, owner, flowId);
    keeping = keepWorker({ guilty });

    await waitFor(async () => (await takeovers(guilty)) === undefined, { timeoutMs: 120_000 });
    expect(await reached(app, owner, guilty)).toMatchObject({ status: 'failed', error: { code: 'WORKERS_LOST' } });
    // The third death was that of the process in which it ran alone.
    expect(deaths).toBe(2);
    await waitFor(async () => (await Promise.all(innocent.map(takeovers))).every((one) => one === undefined), {
      timeoutMs: 60_000,
    });
    for (const id of innocent) expect(await reached(app, owner, id)).toMatchObject({ status: 'completed' });
    expect(calls).toBeGreaterThanOrEqual(innocent.length);
  }, 180_000);

  test('fails after the first one if it blocks the process in which it runs alone', async () => {
    const call = node('call', 'http.request', { method: 'POST', url });
    const { id } = await app.seed.flow(owner, graph([node('start', 'trigger.manual'), call], 'start>call'));
    const blocking = await trigger(app, owner, id);
    await app.services.db.pool.query('update execution_claims set takeovers = 2 where execution_id = $1', [blocking]);
    keeping = keepWorker({ blocking });
    await waitFor(async () => (await takeovers(blocking)) === undefined, { timeoutMs: 60_000 });
    expect(await reached(app, owner, blocking)).toMatchObject({ status: 'failed', error: { code: 'WORKERS_LOST' } });
  }, 90_000);
});

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { spawnWorker } from './spawn-worker.js';

let app: TestApp;
let server: Server;
let arrivals: number[] = [];
const workers = new Set<ChildProcess>();

beforeAll(async () => {
  app = await startTestApp();
  server = createServer((_request, response) => {
    arrivals.push(Date.now());
    response.end('ok');
  }).listen(0);
}, 60_000);

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  server.close();
  await app.stop();
});

async function startWorker(kill: { point?: string; times?: number } = {}): Promise<ChildProcess> {
  const worker = spawnWorker({ url: app.database.url, ...kill, leaseSeconds: 2 });
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  await once(worker.stdout as NodeJS.ReadableStream, 'data');
  return worker;
}

async function flowWith(owner: Owner, rate: object): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const ask = node('ask', 'http.request', { method: 'GET', url: `http://127.0.0.1:${port}/`, rate });
  return (await app.seed.flow(owner, graph([node('start', 'trigger.manual'), ask], 'start>ask'))).id;
}

async function kill(worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}

test('steps that wait for their slots keep them, and their order, when their worker is killed', async () => {
  const owner = await app.seed.owner();
  const flow = await flowWith(owner, { count: 1, seconds: 600 });
  const first = await startWorker();
  await reached(app, owner, await trigger(app, owner, flow));
  const waiting: string[] = [];
  for (let n = 0; n < 3; n++) {
    const id = await trigger(app, owner, flow);
    await reached(app, owner, id, ({ phase }) => phase === 'waiting');
    waiting.push(id);
  }
  const slots = async () => {
    const { rows } = await app.services.db.pool.query<{ id: string; at: string; attempt: number }>(
      `select execution_id as id, resume_at as at, attempt from execution_steps
       where execution_id = any($1) and status = 'waiting' order by resume_at`,
      [waiting],
    );
    return rows;
  };
  const before = await slots();
  expect(before.map(({ id }) => id)).toEqual(waiting);
  await kill(first);
  const second = await startWorker();
  const { status } = await reached(
    app,
    owner,
    await trigger(app, owner, await flowWith(owner, { count: 1, seconds: 1, key: 'other' })),
  );
  expect(status).toBe('completed');
  expect(await slots()).toEqual(before);
  await kill(second);
}, 60_000);

test('a step whose worker is killed as it begins starts no call faster than its rate', async () => {
  const owner = await app.seed.owner();
  const flow = await flowWith(owner, { count: 1, seconds: 6 });
  arrivals = [];
  // The second call is written as running, and then its process dies.
  const killed = await startWorker({ point: 'before-effect', times: 2 });
  const first = await trigger(app, owner, flow);
  await reached(app, owner, first);
  const second = await trigger(app, owner, flow);
  const [, signal] = await once(killed, 'exit');
  expect(signal).toBe('SIGKILL');
  const healthy = await startWorker();
  const third = await trigger(app, owner, flow);
  for (const id of [second, third]) expect((await reached(app, owner, id)).status).toBe('completed');
  expect(arrivals).toHaveLength(3);
  const between = arrivals.slice(1).map((at, n) => at - (arrivals[n] as number));
  // The rate is that of their starts: the first request of a process takes longer to arrive.
  expect(Math.min(...between)).toBeGreaterThan(5_000);
  await kill(healthy);
}, 60_000);

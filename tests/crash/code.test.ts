import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, statuses, trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { spawnWorker } from './spawn-worker.js';

let app: TestApp;
let owner: Owner;
let url: string;
const workers = new Set<ChildProcess>();
/** Idempotency keys of the calls. */
const calls: string[] = [];

const target = createServer((request, response) => {
  calls.push(String(request.headers['idempotency-key']));
  response.end('{}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  app = await startTestApp();
  owner = await app.seed.owner();
});

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  target.closeAllConnections();
  target.close();
  await app.stop();
});

async function startWorker(): Promise<ChildProcess> {
  const worker = spawnWorker({ url: app.database.url, leaseSeconds: 3, codeNode: true });
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  await once(worker.stdout as NodeJS.ReadableStream, 'data');
  return worker;
}

test('a worker killed amid code repeats the code, and not the call before it', async () => {
  const source = 'const end = Date.now() + 4_000; while (Date.now() < end); return "done";';
  const content = graph(
    [
      node('start', 'trigger.manual'),
      node('charge', 'http.request', { method: 'POST', url }),
      node('code', 'data.code', { source, timeout: 60 }),
    ],
    'start>charge',
    'charge:out>code',
  );
  const { id: flowId } = await app.seed.flow(owner, content);
  const first = await startWorker();
  const id = await trigger(app, owner, flowId);
  await reached(app, owner, id, ({ steps }) =>
    steps.some(({ nodeId, status }) => nodeId === 'code' && status === 'running'),
  );
  first.kill('SIGKILL');
  await once(first, 'exit');
  await startWorker();
  const ended = await reached(app, owner, id);
  expect([ended.status, ...statuses(ended)]).toEqual([
    'completed',
    'start: completed',
    'charge: completed',
    'code: completed',
  ]);
  expect(ended.steps.map(({ interruptions }) => interruptions)).toEqual([0, 0, 1]);
  expect(calls).toEqual([`${id}:charge:`]);
}, 90_000);

import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { spawnWorker } from './spawn-worker.js';

const download = '"größe"\n'.repeat(200_000);
/** Compared in place of long texts, for a readable failure. */
const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const workers: ChildProcess[] = [];
let app: TestApp;
let owner: Owner;
let url: string;
let downloads = 0;
const posted: string[] = [];

const target = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'POST') posted.push(Buffer.concat(chunks).toString());
    else downloads += 1;
    response.setHeader('content-type', 'text/plain').end(request.method === 'POST' ? 'ok' : download);
  });
});

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
});

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  target.closeAllConnections();
  target.close();
  await app.stop();
});

/** A worker process that kills itself when it reaches a point for the n-th time. */
async function startWorker(point?: string, times = 0): Promise<ChildProcess> {
  const worker = spawnWorker({ url: app.database.url, point, times, leaseSeconds: 3 });
  workers.push(worker);
  await once(worker.stdout as NodeJS.ReadableStream, 'data');
  return worker;
}

test('a download is posted on whole after the worker that made it was killed', async () => {
  const nodes = [
    node('start', 'trigger.manual'),
    node('get', 'http.request', { method: 'GET', url }),
    node('post', 'http.request', { method: 'POST', url, body: '{{steps.get.body}}' }),
  ];
  const { id: flowId } = await app.seed.flow(owner, graph(nodes, 'start>get', 'get:out>post'));
  const first = await startWorker('before-effect', 2);
  const killed = once(first, 'exit');
  const id = await trigger(app, owner, flowId);
  await killed;
  expect({ downloads, posted }).toEqual({ downloads: 1, posted: [] });
  await startWorker();
  expect((await reached(app, owner, id)).status).toBe('completed');
  expect(downloads).toBe(1);
  expect(posted.map(digest)).toEqual([digest(download)]);
});

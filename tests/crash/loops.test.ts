import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';
import { spawnWorker } from './spawn-worker.js';

const items = 90;
let app: TestApp;
let owner: Owner;
let flowId: string;
let eachId: string;
const workers = new Set<ChildProcess>();
/** Requests for a step that the database already held as completed. */
const repeated: string[] = [];
const received = new Set<string>();

const target = createServer(async (request, response) => {
  const key = String(request.headers['idempotency-key']);
  const [executionId, nodeId, iteration] = key.split(':');
  received.add(`${nodeId}@${iteration}`);
  const { rows } = await app.services.db.pool.query(
    'select status from execution_steps where execution_id = $1 and node_id = $2 and iteration = $3',
    [executionId, nodeId, iteration],
  );
  if (rows[0]?.status !== 'running') repeated.push(key);
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ path: request.url }));
});

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const content = graph(
    [
      node('start', 'trigger.manual'),
      node('each', 'logic.loop', { items: '{{triggerData.items}}', concurrency: 3 }),
      node('ask', 'http.request', { method: 'GET', url: `${url}/{{loop.item}}` }),
      node('note', 'data.set', { assignments: [{ name: 'note', value: '{{steps.ask.body.path}}' }] }),
      node('tell', 'http.request', { method: 'POST', url: `${url}/{{variables.note}}`, body: '{}' }),
    ],
    'start>each',
    'each:item>ask',
    'ask:out>note',
    'note>tell',
  );
  const asked = graph(
    [
      node('start', 'trigger.manual'),
      node('call', 'http.request', {
        method: 'POST',
        url: `${url}/{{item}}`,
        body: '{}',
        each: '{{triggerData.items}}',
        eachConcurrency: 3,
      }),
    ],
    'start>call',
  );
  eachId = (await app.seed.flow(owner, asked)).id;
  const next = { id: 'next', source: 'tell', target: 'each', targetHandle: 'next' };
  flowId = (await app.seed.flow(owner, { ...content, edges: [...content.edges, next] })).id;
});

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  target.closeAllConnections();
  target.close();
  await app.stop();
});

function startWorker(point?: string, times = 0): ChildProcess {
  const worker = spawnWorker({ url: app.database.url, point, times, leaseSeconds: 2 }, 'ignore');
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  return worker;
}

/** Runs a flow over the items while its workers are killed, and returns its output. */
async function runThroughKills(flow: string): Promise<unknown> {
  const id = await trigger(app, owner, flow, { triggerData: { items: Array.from({ length: items }, (_, n) => n) } });
  for (const [point, times] of [
    ['after-effect', 30],
    ['before-effect', 25],
    ['after-effect', 20],
  ] as const) {
    const worker = startWorker(point, times);
    await once(worker, 'exit');
    expect(worker.signalCode).toBe('SIGKILL');
  }
  const last = startWorker();
  const ended = await waitFor(
    async () => {
      const text = `select status, output from executions where id = $1 and status <> 'running'`;
      return (await app.services.db.pool.query(text, [id])).rows[0];
    },
    { timeoutMs: 60_000 },
  );
  expect(ended.status).toBe('completed');
  expect(repeated).toEqual([]);
  last.kill('SIGKILL');
  return ended.output;
}

test('a loop whose workers are killed repeats no completed step, and loses no result', async () => {
  const output = (await runThroughKills(flowId)) as { items: unknown[] };
  expect(output.items).toHaveLength(items);
  expect(output.items.every(Boolean)).toBe(true);
  expect(received.size).toBe(items * 2);
}, 120_000);

test('a node with each whose workers are killed repeats no item that finished, and loses no result', async () => {
  received.clear();
  const output = (await runThroughKills(eachId)) as { body: { path: string } }[];
  expect(output.map(({ body }) => body.path)).toEqual(Array.from({ length: items }, (_, n) => `/${n}`));
  expect(received.size).toBe(items);
}, 120_000);

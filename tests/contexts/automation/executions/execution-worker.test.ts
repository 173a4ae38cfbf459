import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { createOwnDatabase, type OwnDatabase } from '../../../support/own-database.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { startTestWorker } from '../../../support/worker.js';

let database: OwnDatabase;
let app: TestApp;
let owner: Owner;
let targetUrl: string;
const calls: { path: string; key: string }[] = [];
let slow = true;

const target = createServer((request, response) => {
  calls.push({ path: request.url ?? '', key: String(request.headers['idempotency-key']) });
  if (request.url === '/slow' && slow) return;
  response.setHeader('content-type', 'application/json').end('{}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  database = await createOwnDatabase();
  app = await startTestApp({ database });
  owner = await app.seed.owner();
}, 60_000);

afterAll(async () => {
  await app.stop();
  await database.drop();
  target.closeAllConnections();
  target.close();
});

async function startCalling(by = app): Promise<string> {
  const content = graph(
    [
      node('start', 'trigger.manual'),
      node('quick', 'http.request', { method: 'GET', url: `${targetUrl}/quick` }),
      node('slow', 'http.request', { method: 'GET', url: `${targetUrl}/slow` }),
    ],
    'start>quick',
    'quick:out>slow',
  );
  const id = await trigger(by, owner, (await app.seed.flow(owner, content)).id);
  await waitFor(() => calls.some(({ path, key }) => path === '/slow' && key.startsWith(id)));
  return id;
}

const keysOf = (id: string) => calls.filter(({ key }) => key.startsWith(id)).map(({ key }) => key.split(':')[1]);

describe('a worker that is stopped', () => {
  test('hands a run back whose call does not end; the next one repeats that call only, with the same key', async () => {
    slow = true;
    const first = await startTestApp({ database, worker: true });
    const id = await startCalling(first);
    await first.stop();
    const { rows } = await app.services.db.pool.query(
      'select ready_at is not null as queued, worker_id from execution_claims where execution_id = $1',
      [id],
    );
    expect(rows).toEqual([{ queued: true, worker_id: null }]);
    slow = false;
    const second = await startTestWorker(app);
    const { status, steps } = await reached(app, owner, id);
    expect(status).toBe('completed');
    expect(keysOf(id)).toEqual(['quick', 'slow', 'slow']);
    expect(steps.map(({ attempt, interruptions }) => [attempt, interruptions])).toEqual([
      [1, 0],
      [1, 0],
      [1, 1],
    ]);
    const message = 'The step was interrupted, and started again with the same idempotency key.';
    expect(steps.at(-1)?.logs[0]).toMatchObject({ level: 'warn', message });
    await second.stop();
  }, 40_000);

  test('stops in time although its queue is gone, and its runs go on elsewhere', async () => {
    slow = true;
    const first = await startTestWorker(app, { leaseSeconds: 2 });
    const id = await startCalling();
    await database.kill();
    const began = Date.now();
    await first.stop();
    expect(Date.now() - began).toBeLessThan(14_000);
    slow = false;
    const second = await startTestWorker(app);
    expect(await reached(app, owner, id)).toMatchObject({ status: 'completed' });
    expect(keysOf(id)).toEqual(['quick', 'slow', 'slow']);
    await second.stop();
  }, 60_000);

  test('stops in time while the database is away', async () => {
    slow = true;
    const other = await createOwnDatabase();
    const away = await startTestApp({ database: other });
    const its = await away.seed.owner();
    const worker = await startTestWorker(away);
    const content = graph(
      [node('start', 'trigger.manual'), node('slow', 'http.request', { method: 'GET', url: `${targetUrl}/slow` })],
      'start>slow',
    );
    const id = await trigger(away, its, (await away.seed.flow(its, content)).id);
    await waitFor(() => keysOf(id).length > 0);
    await other.drop();
    const began = Date.now();
    await worker.stop();
    expect(Date.now() - began).toBeLessThan(14_000);
    await away.stop();
  }, 60_000);
});

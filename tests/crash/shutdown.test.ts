import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';

let app: TestApp;
let owner: Owner;
let folder: TemporaryFolder;
let url: string;
const servers: ServerProcess[] = [];
/** Steps of the calls, in order. */
const calls: (string | undefined)[] = [];
/** Calls that are not answered until a test does. */
let held: ServerResponse[] = [];
let holds = true;

const target = createServer((request, response) => {
  calls.push(String(request.headers['idempotency-key']).split(':')[1]);
  if (holds) held.push(response);
  else response.end('{}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  folder = await temporaryFolder();
  app = await startTestApp();
  owner = await app.seed.owner();
});

beforeEach(() => {
  calls.length = 0;
  held = [];
  holds = true;
});

afterEach(() => {
  for (const server of servers.splice(0)) server.kill();
});

afterAll(async () => {
  target.closeAllConnections();
  target.close();
  await app.stop();
  folder.remove();
});

async function startWorker(graceSeconds: number): Promise<ServerProcess> {
  const server = startServerProcess({
    ...{ ROLE: 'worker', DATABASE_URL: app.database.url, DATA_DIR: folder.path, OUTBOUND_ALLOW: '127.0.0.1' },
    ...{ JWT_SECRET: app.config.jwtSecret, SHUTDOWN_GRACE_SECONDS: String(graceSeconds) },
    VAULT_KEYS: app.config.vaultKeys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(','),
  });
  servers.push(server);
  await server.says(/Ready in/);
  return server;
}

/** An execution whose call is held, on a worker that has received SIGTERM. */
async function stoppingAmidCall(graceSeconds: number) {
  const call = (id: string) => node(id, 'http.request', { method: 'POST', url });
  const content = graph(
    [node('start', 'trigger.manual'), call('charge'), call('ship')],
    'start>charge',
    'charge:out>ship',
  );
  const id = await trigger(app, owner, (await app.seed.flow(owner, content)).id);
  const worker = await startWorker(graceSeconds);
  await waitFor(() => held.length === 1, { timeoutMs: 20_000 });
  const ended = worker.stop('SIGTERM');
  await worker.says(/Stopping/);
  return { id, worker, ended };
}

const interruptionsOf = async (id: string) => {
  const { status, steps } = await reached(app, owner, id);
  return [status, ...steps.map(({ nodeId, interruptions }) => `${nodeId}: ${interruptions}`)];
};

describe('a server that receives SIGTERM', () => {
  test('lets a call in progress end, begins no further one, and leaves the rest to the next server', async () => {
    const { id, worker, ended } = await stoppingAmidCall(3_600);
    await worker.says(/waiting for steps in progress/);
    held[0]?.end('{}');
    expect((await ended).code).toBe(0);
    expect(calls).toEqual(['charge']);
    const { rows } = await app.services.db.pool.query(
      'select ready_at is not null as queued, worker_id from execution_claims where execution_id = $1',
      [id],
    );
    expect(rows).toEqual([{ queued: true, worker_id: null }]);
    holds = false;
    await startWorker(1);
    expect(await interruptionsOf(id)).toEqual(['completed', 'start: 0', 'charge: 0', 'ship: 0']);
    expect(calls).toEqual(['charge', 'ship']);
  }, 60_000);

  test('interrupts a call that does not end in time, and the next server makes it again', async () => {
    const { id, ended } = await stoppingAmidCall(1);
    expect((await ended).code).toBe(0);
    holds = false;
    await startWorker(1);
    expect(await interruptionsOf(id)).toEqual(['completed', 'start: 0', 'charge: 1', 'ship: 0']);
    expect(calls).toEqual(['charge', 'charge', 'ship']);
  }, 60_000);

  test('ends at once at the second signal', async () => {
    const { ended, worker } = await stoppingAmidCall(3_600);
    await worker.says(/waiting for steps in progress/);
    void worker.stop('SIGTERM');
    expect((await ended).code).toBe(1);
  }, 60_000);
});

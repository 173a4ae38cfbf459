import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Environment } from '../../src/config/index.js';
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
let targetUrl: string;
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
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
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

interface Started extends ServerProcess {
  /** The status of a path of HEALTH_PORT. */
  health(path: string): Promise<number>;
}

async function start(env: Environment): Promise<Started> {
  const server = startServerProcess({
    DATABASE_URL: app.database.url,
    DATA_DIR: folder.path,
    OUTBOUND_ALLOW: '127.0.0.1',
    HEALTH_PORT: '0',
    JWT_SECRET: app.config.jwtSecret,
    VAULT_KEYS: app.config.vaultKeys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(','),
    ...env,
  });
  servers.push(server);
  const [, base] = await server.says(/Ready in[\s\S]* Health +(\S+)\/healthz/);
  return { ...server, health: async (path) => (await fetch(`${base}${path}`)).status };
}

const startWorker = (graceSeconds: number) => start({ ROLE: 'worker', SHUTDOWN_GRACE_SECONDS: String(graceSeconds) });

/** An execution whose call is held, on a worker that has received SIGTERM. */
async function stoppingAmidCall(graceSeconds: number) {
  const call = (id: string) => node(id, 'http.request', { method: 'POST', url: targetUrl });
  const content = graph(
    [node('start', 'trigger.manual'), call('charge'), call('ship')],
    'start>charge',
    'charge:out>ship',
  );
  const id = await trigger(app, owner, (await app.seed.flow(owner, content)).id);
  const worker = await startWorker(graceSeconds);
  await waitFor(() => held.length === 1);
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
    expect(await Promise.all(['/healthz', '/readyz', '/metrics', '/graphql'].map(worker.health))).toEqual([
      200, 503, 200, 404,
    ]);
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

  test('is not ready first, answers for the delay, then requests in progress and no others', async () => {
    const server = await start({ ROLE: 'all', DRAIN_DELAY_SECONDS: '1', SHUTDOWN_GRACE_SECONDS: '3600' });
    const [, url = ''] = await server.says(/Ready in .*: (\S+)/);
    // A busy machine delays the event loop of a start.
    await waitFor(async () => (await server.health('/readyz')) === 200);
    const content = graph(
      [
        node('start', 'trigger.webhook', { responseMode: 'result' }),
        node('charge', 'http.request', { method: 'POST', url: targetUrl }),
      ],
      'start>charge',
    );
    const { webhookPath } = await app.seed.flow(owner, content);
    const post = () =>
      fetch(`${url}${webhookPath}`, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
    const first = post();
    await waitFor(() => held.length === 1);
    const ended = server.stop('SIGTERM');
    await server.says(/not ready any more/);
    const [ready, second] = [await fetch(`${url}/readyz`), await fetch(`${url}/openapi.json`)];
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
    expect(await ready.json()).toMatchObject({ reason: 'The server is stopping.' });
    expect(second.status).toBe(200);
    await server.says(/waiting for steps in progress/);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
    held[0]?.end('{}');
    expect((await first).status).toBe(200);
    expect((await ended).code).toBe(0);
  }, 60_000);

  test('ends at once at the second signal: another one, because the same counts once within half a second', async () => {
    const { ended, worker } = await stoppingAmidCall(3_600);
    await worker.says(/waiting for steps in progress/);
    void worker.stop('SIGINT');
    expect((await ended).code).toBe(1);
  }, 60_000);
});

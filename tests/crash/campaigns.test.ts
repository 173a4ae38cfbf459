import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type LoopbackServer, startLoopbackServer } from '../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { waitFor } from '../support/wait-for.js';
import { spawnWorker } from './spawn-worker.js';

let app: TestApp;
let twilio: LoopbackServer;
const workers = new Set<ChildProcess>();
/** Numbers that Twilio has taken a message to, in order. */
const taken: string[] = [];
/** How many it takes before it answers no more. */
let takes = 5;

beforeAll(async () => {
  app = await startTestApp();
  twilio = await startLoopbackServer({
    '/2010-04-01/Accounts/AC1/Messages.json': ({ body }, response) => {
      if (taken.length >= takes) return;
      taken.push(new URLSearchParams(body).get('To') ?? '');
      response.writeHead(201, { 'content-type': 'application/json' }).end(`{"sid":"SM${taken.length}"}`);
    },
  });
}, 60_000);

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await twilio.close();
  await app.stop();
});

async function startWorker(): Promise<ChildProcess> {
  const settings = { baseUrl: twilio.origin, accountSid: 'AC1', authToken: 'token', fromNumber: '+15550100' };
  const worker = spawnWorker({ url: app.database.url, leaseSeconds: 2, providers: { twilio: settings } });
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  await once(worker.stdout as NodeJS.ReadableStream, 'data');
  return worker;
}

test('a campaign whose worker is killed in the middle writes to each contact once', async () => {
  const owner = await app.seed.owner();
  const at = `/workspaces/${owner.workspaceId}`;
  const phones = Array.from({ length: 50 }, (_, n) => `+346000001${String(n).padStart(2, '0')}`);
  const contacts = phones.map((phone) => ({ phone }));
  await app.rest(`POST ${at}/contacts/upsert`, { as: owner.token, body: { contacts } });
  const body = { name: 'Spring', channel: 'sms', message: 'Hello', audience: { all: true } };
  const made = await app.rest(`POST ${at}/campaigns`, { as: owner.token, body });
  const { id } = made.body.data as { id: string };
  await app.rest(`POST ${at}/campaigns/${id}/send`, { as: owner.token });

  const killed = await startWorker();
  await waitFor(async () => {
    const { rows } = await app.services.db.pool.query('select from outbox_messages where workspace_id = $1', [
      owner.workspaceId,
    ]);
    return rows.length === takes;
  });
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  takes = Number.POSITIVE_INFINITY;
  const healthy = await startWorker();
  const campaign = await waitFor(async () => {
    const found = await app.rest(`GET ${at}/campaigns/${id}`, { as: owner.token });
    const { status, ...counts } = found.body.data as Record<string, unknown>;
    return status === 'sent' ? counts : null;
  });
  expect(campaign).toMatchObject({ recipientCount: 50, sentCount: 50, failedCount: 0 });
  expect(taken.toSorted()).toEqual(phones);
  healthy.kill('SIGKILL');
}, 60_000);

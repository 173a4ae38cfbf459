import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { waitFor } from '../support/wait-for.js';
import { spawnWorker } from './spawn-worker.js';

let app: TestApp;
const workers = new Set<ChildProcess>();

beforeAll(async () => {
  app = await startTestApp();
}, 60_000);

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await app.stop();
});

async function startWorker(): Promise<ChildProcess> {
  const worker = spawnWorker({ url: app.database.url, leaseSeconds: 2 });
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  await once(worker.stdout as NodeJS.ReadableStream, 'data');
  return worker;
}

test('an import of 5,000 contacts whose client is gone and whose worker is killed writes each row once', async () => {
  const owner = await app.seed.owner();
  const at = `/workspaces/${owner.workspaceId}`;
  const rows = Array.from({ length: 5_000 }, (_, n) => `Person ${n},person${n}@example.com,${n % 2 ? 'odd' : ''}`);
  const answer = await fetch(`${app.url}${at}/imports`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${owner.token}` },
    body: ['name,email,tags', ...rows].join('\n'),
  });
  const { data } = (await answer.json()) as { data: { id: string; total: number } };
  expect([answer.status, data.total]).toEqual([202, 5_000]);
  const job = async (): Promise<Record<string, unknown>> =>
    (await app.rest(`GET ${at}/jobs/${data.id}`, { as: owner.token })).body.data;

  const killed = await startWorker();
  await waitFor(async () => Number((await job()).done) >= 500, { everyMs: 5 });
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  // What it was carrying out is continued once its claim has expired, in half a minute.
  await app.services.db.pool.query('update idempotent_requests set lease_until = now()');
  await startWorker();
  const ended = await waitFor(async () => {
    const found = await job();
    return found.finishedAt === null ? null : found;
  });
  expect(ended).toMatchObject({ status: 'completed', done: 5_000, created: 5_000, updated: 0, failed: 0, errors: [] });
  const { body } = await app.rest(`GET ${at}/contacts?limit=1`, { as: owner.token });
  expect(body).toMatchObject({ pagination: { total: 5_000 } });
}, 60_000);

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { createOwnDatabase, type OwnDatabase } from '../../../support/own-database.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let database: OwnDatabase;
let app: TestApp;
let owner: Owner;
let flowId: string;
const calls = new Map<string, number>();

const target = createServer((request, response) => {
  const key = String(request.headers['idempotency-key']);
  calls.set(key, (calls.get(key) ?? 0) + 1);
  const answer = () => response.setHeader('content-type', 'application/json').end('{}');
  setTimeout(answer, (key.charCodeAt(key.length - 1) * 37 + calls.size * 13) % 400);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  database = await createOwnDatabase();
  app = await startTestApp({ database, worker: true });
  owner = await app.seed.owner();
  const call = (id: string) => node(id, 'http.request', { method: 'POST', url });
  const content = graph(
    [
      node('start', 'trigger.manual'),
      call('a'),
      call('b'),
      node('wait', 'logic.delay', { seconds: 1 }),
      call('c'),
      node('end', 'data.set', { assignments: [{ name: 'done', value: 'yes' }] }),
    ],
    'start>a',
    'start>b',
    'a:out>wait',
    'wait>c',
    'b:out>end',
    'c:out>end',
  );
  flowId = (await app.seed.flow(owner, { ...content, settings: { maxConcurrent: 1000 } })).id;
}, 60_000);

afterAll(async () => {
  await app.stop();
  await database.drop();
  target.closeAllConnections();
  target.close();
});

async function start(): Promise<string | null> {
  const answer = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/${flowId}/trigger`, {
    as: owner.token,
    body: {},
  });
  return answer.status === 202 ? (answer.body.data as { executionId: string }).executionId : null;
}

async function statuses(): Promise<Record<string, number>> {
  const { rows } = await app.services.db.pool.query<{ status: string; n: number }>(
    'select status, count(*)::int as n from executions group by status',
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

describe('a database that is killed while runs go on', () => {
  test('loses none of those it accepted, and repeats no call', async () => {
    const accepted: string[] = [];
    const subscription = app.subscribe<{ event: { execution: { id: string; status: string } } }>(
      `subscription ($workspaceId: ID!) { event: workspaceExecutionUpdated(workspaceId: $workspaceId) { execution { id status } } }`,
      { workspaceId: owner.workspaceId },
      owner.token,
    );
    const ended = new Set<string>();
    const watching = (async () => {
      for await (const { data } of subscription) {
        if (data?.event.execution.status === 'completed') ended.add(data.event.execution.id);
      }
    })();
    for (let round = 0; round < 4; round++) {
      for (let batch = 0; batch < 4; batch++) {
        const started = await Promise.all(Array.from({ length: 8 }, start));
        accepted.push(...started.filter((id) => id !== null));
        await waitFor(() => calls.size > accepted.length);
      }
      await database.kill();
      await waitFor(async () => (await start()) !== null);
    }
    await waitFor(
      async () => {
        const { running = 0, failed = 0 } = await statuses();
        return running === 0 || failed > 0;
      },
      { timeoutMs: 60_000 },
    );
    const { completed = 0, ...others } = await statuses();
    expect(others).toEqual({});
    expect(completed).toBeGreaterThanOrEqual(accepted.length);
    expect([...calls].filter(([, times]) => times > 1)).toEqual([]);
    expect(calls.size).toBe(completed * 3);
    await waitFor(() => accepted.every((id) => ended.has(id)));
    await subscription.return?.();
    await watching;
  }, 150_000);

  test('does neither when connections are cut again and again', async () => {
    const before = (await statuses()).completed ?? 0;
    const callsBefore = calls.size;
    const accepted: string[] = [];
    const cutter = new pg.Client({ connectionString: database.url });
    await cutter.connect();
    const starting = (async () => {
      while (accepted.length < 150) {
        accepted.push(...(await Promise.all(Array.from({ length: 10 }, start))).filter((id) => id !== null));
      }
    })();
    let done = false;
    const cutting = (async () => {
      while (!done) {
        await cutter.query(
          `select pg_sleep(0.03), (select count(pg_terminate_backend(pid)) from pg_stat_activity
             where pid <> pg_backend_pid() and usename = current_user and random() < 0.15)`,
        );
      }
    })();
    await starting;
    done = true;
    await cutting;
    await cutter.end();
    await waitFor(async () => !('running' in (await statuses())), { timeoutMs: 60_000 });
    const { completed = 0, ...others } = await statuses();
    expect(others).toEqual({});
    expect(completed - before).toBeGreaterThanOrEqual(accepted.length);
    expect([...calls].filter(([, times]) => times > 1)).toEqual([]);
    expect(calls.size - callsBefore).toBe((completed - before) * 3);
  }, 150_000);
});

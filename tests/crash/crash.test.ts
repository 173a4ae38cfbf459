import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { loggedRandom } from '../support/random.js';
import { type Owner, type SeededFlow } from '../support/seed.js';
import { waitFor } from '../support/wait-for.js';
import { spawnWorker } from './spawn-worker.js';

const points = ['after-claim', 'before-effect', 'after-effect', 'before-settling'] as const;
/** `npm run trial -- chaos` kills for longer, and Postgres too. */
const kills = 8;
const runs = 140;
const leaseSeconds = 3;
/** Runs that each worker accepts itself, to be driven where they were started. */
const ownRuns = 3;

let app: TestApp;
let owner: Owner;
let flow: SeededFlow;
/** Requests for a step that the database already held as completed. */
const repeated: string[] = [];
const received = new Map<string, number>();
const workers = new Set<ChildProcess>();

const target = createServer(async (request, response) => {
  const key = String(request.headers['idempotency-key']);
  received.set(key, (received.get(key) ?? 0) + 1);
  const [executionId, nodeId] = key.split(':');
  const { rows } = await app.services.db.pool.query(
    'select status from execution_steps where workspace_id = $1 and execution_id = $2 and node_id = $3',
    [owner.workspaceId, executionId, nodeId],
  );
  if (rows[0]?.status !== 'running') repeated.push(key);
  response.setHeader('content-type', 'application/json').end('{"ok":true}');
});

beforeAll(async () => {
  app = await startTestApp();
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  owner = await app.seed.owner();
  flow = await app.seed.flow(owner, {
    settings: { triggerType: 'webhook', maxConcurrent: 1000 },
    ...graph(
      [
        node('trigger', 'trigger.webhook'),
        node('set', 'data.set', { assignments: [{ name: 'n', value: '{{triggerData.n}}' }] }),
        node('if', 'logic.if', { conditions: [{ left: '{{variables.n}}', operator: 'gte', right: 0 }] }),
        node('call-a', 'http.request', { method: 'POST', url, body: '{"n":{{variables.n}}}' }),
        node('call-b', 'http.request', { method: 'GET', url }),
        node('never', 'data.set', { assignments: [{ name: 'x', value: '1' }] }),
        node('delay', 'logic.delay', { seconds: 1 }),
        node('end', 'data.set', { assignments: [{ name: 'done', value: '{{steps["call-a"].body.ok}}' }] }),
      ],
      'trigger>set',
      'set>if',
      'if:true>call-a',
      'if:true>call-b',
      'if:false>never',
      'call-a:out>delay',
      'delay>end',
      'call-b:out>end',
    ),
  });
});

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  target.closeAllConnections();
  target.close();
  await app.stop();
});

/** A worker that starts some runs itself and will kill itself at a point, or a healthy one. */
async function startWorker(accepted: string[], point?: string, times = 0): Promise<ChildProcess> {
  const token = /[0-9a-f]{64}/.exec(flow.webhookPath)?.[0];
  const worker = spawnWorker({ url: app.database.url, point, times, leaseSeconds, token, starts: ownRuns });
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  const lines = createInterface({ input: worker.stdout as NodeJS.ReadableStream });
  await Promise.race([once(lines, 'line'), once(worker, 'exit')]);
  lines.on('line', (line) => accepted.push(line.replace(/^accepted /, '')));
  return worker;
}

async function countByStatus(): Promise<Record<string, number>> {
  const { rows } = await app.services.db.pool.query<{ status: string; n: number }>(
    'select status, count(*)::int as n from executions group by status',
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

async function executionIds(): Promise<Set<string>> {
  const { rows } = await app.services.db.pool.query<{ id: string }>('select id from executions');
  return new Set(rows.map(({ id }) => id));
}

describe('workers killed at any point', () => {
  test('lose no run, leave none stuck and repeat no completed step', async () => {
    const random = loggedRandom('crash test');
    const accepted: string[] = [];
    const post = async (n: number) => {
      const { status, body } = await app.rest(`POST ${flow.webhookPath}`, { body: { n } });
      expect(status).toBe(202);
      accepted.push((body.data as { executionId: string }).executionId);
    };
    const posting = (async () => {
      for (let n = 0; n < runs; n += 10) {
        await Promise.all(Array.from({ length: 10 }, (_, index) => post(n + index)));
      }
    })();
    let killed = 0;
    const lane = async () => {
      while (killed < kills) {
        const point = points[Math.floor(random() * points.length)] as string;
        const worker = await startWorker(accepted, point, 1 + Math.floor(random() * 8));
        // Not every lane finds enough work to reach its point; a new run brings it there.
        while (worker.exitCode === null && worker.signalCode === null) {
          await post(runs + accepted.length);
          await Promise.race([once(worker, 'exit'), settledFor(accepted.at(-1) as string)]);
        }
        if (worker.signalCode === 'SIGKILL') killed++;
      }
    };
    await Promise.all([posting, lane(), lane()]);
    await Promise.all([startWorker(accepted), startWorker(accepted)]);
    await waitFor(async () => (await countByStatus()).running === undefined, { timeoutMs: 60_000 });

    expect(killed).toBeGreaterThanOrEqual(kills);
    expect(accepted.length).toBeGreaterThanOrEqual(runs);
    // A worker may die between a run's start and its answer.
    const kept = await executionIds();
    expect(await countByStatus()).toEqual({ completed: kept.size });
    expect(accepted.filter((id) => !kept.has(id))).toEqual([]);
    expect(repeated).toEqual([]);
    const { rows } = await app.services.db.pool.query(
      `select status, count(*)::int as n from execution_steps group by status order by status`,
    );
    expect(rows).toEqual([
      { status: 'completed', n: kept.size * 7 },
      { status: 'skipped', n: kept.size },
    ]);
    for (const id of kept) for (const step of ['call-a', 'call-b']) expect(received.has(`${id}:${step}:`)).toBe(true);
  }, 180_000);
});

/** Until a run has ended, or a moment has passed in which it was left to a dead worker. */
async function settledFor(executionId: string): Promise<void> {
  await waitFor(
    async () => {
      const { rows } = await app.services.db.pool.query('select status from executions where id = $1', [executionId]);
      return rows[0]?.status !== 'running';
    },
    { timeoutMs: 1_500 },
  ).catch(() => undefined);
}

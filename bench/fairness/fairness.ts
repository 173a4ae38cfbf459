import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { chainFlow, loopFlow } from '../engine/flows.js';
import { enqueue, orders, store } from '../engine/rig.js';
import { createTenant, type Tenant } from '../harness/client.js';
import { showLatency, table } from '../harness/figures.js';
import type { BenchFixture } from '../harness/fixture.js';
import { startWorkers } from '../harness/worker-process.js';
import { codeFlow, waitingFlow } from './flows.js';

/** Executions of the other workspace; `BENCH_BESIDE=0,1000` measures fewer. */
const besides = (process.env.BENCH_BESIDE ?? '0,1000,100000').split(',').map(Number);
const newcomers = { count: 40, everyMs: 200 };
const settleMs = 60_000;

type Work = 'waiting for responses' | 'computing' | 'running code';
const works: Work[] = ['waiting for responses', 'computing', 'running code'];

/** W11: the duration of one workspace's executions, from start to end, beside those of another workspace, at default settings. */
export async function benchFairness(fixture: BenchFixture): Promise<string> {
  // Never answers.
  const target = createServer(() => undefined);
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  const rows: (string | number)[][] = [];
  try {
    for (const count of besides) {
      for (const work of count === 0 ? works.slice(0, 1) : works) {
        const { times, left } = await measure(fixture, url, work, count);
        const name = count === 0 ? 'alone' : `beside ${count} ${work}`;
        fixture.note(`w11 ${name}: ${showLatency(times)} ms`);
        rows.push([name, showLatency(times), String(times.length), String(left)]);
      }
    }
  } finally {
    target.closeAllConnections();
    target.close();
  }
  return table(['W11 a workspace beside another', 'completed after p50/p99 ms', 'completed', 'of those left'], rows);
}

/** Each measurement has a database of its own: nothing that the former one left is measured. */
async function measure(fixture: BenchFixture, url: string, work: Work, count: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'workspace-automation-fairness-'));
  const database = await fixture.createDatabase(`beside_${count}_${works.indexOf(work)}`);
  const [build] = fixture.builds;
  if (!build) throw new Error('No build to measure was found.');
  const api = await fixture.startServer(build, database, { ROLE: 'api', DATA_DIR: dataDir });
  const large = await createTenant(api.url);
  const small = await createTenant(api.url, 'newcomer@example.com');
  const largeFlow = await store(large, flowOf(work, url));
  const smallFlow = await store(small, chainFlow(5));
  await api.stop();
  const sql = new pg.Pool({ connectionString: database.url, max: 4 });
  const [worker] = await startWorkers(database.url, dataDir, 1, { WORKER_CONCURRENCY: undefined, CODE_NODE: 'true' });
  try {
    await enqueue({ sql, tenant: large }, largeFlow, orders(count));
    const since = new Date();
    for (let started = 0; started < newcomers.count; started++) {
      await enqueue({ sql, tenant: small }, smallFlow, orders(1));
      await delay(newcomers.everyMs);
    }
    const left = await running(sql, large);
    return { left, times: await settled(sql, small, since) };
  } finally {
    await worker?.stop();
    await sql.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function flowOf(work: Work, url: string): Parameters<typeof store>[1] {
  switch (work) {
    case 'waiting for responses':
      return waitingFlow(url);
    case 'computing':
      return loopFlow(1_000);
    case 'running code':
      return codeFlow();
  }
}

async function running(sql: pg.Pool, { workspaceId }: Tenant): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    `select count(*)::int as n from executions where workspace_id = $1 and status = 'running'`,
    [workspaceId],
  );
  return rows[0]?.n ?? 0;
}

/** The milliseconds from start to end of a workspace's executions, of those that ended in time. */
async function settled(sql: pg.Pool, { workspaceId }: Tenant, since: Date): Promise<number[]> {
  for (const deadline = Date.now() + settleMs; ; await delay(50)) {
    const { rows } = await sql.query<{ ms: number | null }>(
      `select extract(epoch from finished_at - created_at)::float8 * 1000 as ms from executions
       where workspace_id = $1 and created_at >= $2`,
      [workspaceId, since],
    );
    const ended = rows.flatMap(({ ms }) => (ms === null ? [] : [ms]));
    if (ended.length === rows.length || Date.now() > deadline) return ended;
  }
}

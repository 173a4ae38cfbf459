import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { measureDatabase } from '../flow-runs/database-cost.js';
import { benchFlow } from '../flow-runs/flow.js';
import type { FlowLoadMethods } from '../flow-runs/load.process.js';
import { createBenchFlow, createTenant } from '../harness/client.js';
import { show, showLatency, table } from '../harness/figures.js';
import type { BenchFixture } from '../harness/fixture.js';
import { cpuSeconds, cpuSecondsOfFamily } from '../harness/meters.js';
import { startWorkers, type WorkerProcess } from '../harness/worker-process.js';

/** Workers beside one process that answers requests. */
const fleets = [1, 10, 49];
const perSecond = 20;
/** Started at a time: each start takes two seconds of a processor. */
const atOnce = 5;
/** The least pool: many processes share the connections of one Postgres. */
const poolSize = '5';

/**
 * What the number of processes costs: statements and processor time without any work, the milliseconds of executions at a
 * steady rate, and the time in which the others take over from a fifth of the workers that is killed.
 */
export async function benchFleet(fixture: BenchFixture): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const workers of fleets) {
    rows.push([`1 api, ${workers} workers`, ...(await measure(fixture, workers))]);
    fixture.note(
      rows
        .at(-1)
        ?.map((cell) => (typeof cell === 'number' ? show(cell) : cell))
        .join(' · ') ?? '',
    );
  }
  const head = ['idle: statements/s', 'own CPU ms/s each', 'Postgres CPU ms/s', 'connections'];
  const busy = [
    `${perSecond} executions/s: accepted p50/p99 ms`,
    'done p50/p99 ms',
    'done p50/p99 ms beside a fifth killed',
  ];
  return table(['Fleet', ...head, ...busy], rows);
}

async function measure(fixture: BenchFixture, count: number): Promise<(string | number)[]> {
  const [build] = fixture.builds;
  if (!build) throw new Error('No build to measure was found.');
  const dataDir = mkdtempSync(join(tmpdir(), 'workspace-automation-fleet-'));
  const database = await fixture.createDatabase(`fleet_${count}`);
  const sql = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
  const env = { DATA_DIR: dataDir, ROLE: 'api', DB_POOL_SIZE: poolSize };
  const api = await fixture.startServer(build, database, env);
  const tenant = await createTenant(api.url);
  const workers: WorkerProcess[] = [];
  while (workers.length < count) {
    const next = Math.min(atOnce, count - workers.length);
    workers.push(...(await startWorkers(database.url, dataDir, next, { DB_POOL_SIZE: poolSize }, workers.length)));
  }
  const load = fixture.startChild<FlowLoadMethods>(import.meta.resolve('../flow-runs/load.process.js'));
  const flow = await createBenchFlow(tenant, benchFlow(await load.call('openTarget')));
  const pace = () =>
    load.call('pace', {
      webhookUrl: flow.webhookUrl ?? '',
      databaseUrl: database.url,
      workspaceId: tenant.workspaceId,
      rate: perSecond,
      seconds: fixture.seconds * 2,
    });
  try {
    const idle = await measureIdle(fixture, { adminUrl: database.adminUrl, workers });
    const connections = await connectionsOf(sql);
    const steady = await pace();
    const killed = workers.splice(0, Math.ceil(count / 5));
    const struck = pace();
    await delay(1_000);
    if (count > 1) for (const { pid } of killed) process.kill(pid, 'SIGKILL');
    else workers.push(...killed);
    const after = await struck;
    const beside = count > 1 ? showLatency(after.done) : '';
    return [...idle, connections, showLatency(steady.accept), showLatency(steady.done), beside];
  } finally {
    await Promise.all([load.stop(), ...workers.map((one) => one.stop()), api.stop(), sql.end()]);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureIdle(
  fixture: BenchFixture,
  { adminUrl, workers }: { adminUrl: string; workers: readonly WorkerProcess[] },
): Promise<number[]> {
  const seconds = fixture.seconds * 2;
  const own = () => workers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  let [ownMs, postgresMs] = [0, 0];
  const { statements } = await measureDatabase(adminUrl, async () => {
    const [before, postgresBefore] = [own(), cpuSecondsOfFamily(fixture.postmasterPid)];
    await delay(seconds * 1_000);
    ownMs = ((own() - before) * 1_000) / seconds / workers.length;
    postgresMs = ((cpuSecondsOfFamily(fixture.postmasterPid) - postgresBefore) * 1_000) / seconds;
  });
  const calls = statements.reduce((sum, one) => sum + one.calls, 0);
  return [calls / seconds, ownMs, postgresMs];
}

async function connectionsOf(sql: pg.Pool): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name like 'workspace-automation/%'",
  );
  return rows[0]?.n ?? 0;
}

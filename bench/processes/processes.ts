import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { benchFlow } from '../flow-runs/flow.js';
import type { FlowLoadMethods } from '../flow-runs/load.process.js';
import { createBenchFlow, createTenant } from '../harness/client.js';
import { median, show, table } from '../harness/figures.js';
import type { BenchFixture } from '../harness/fixture.js';
import { cpuSeconds, cpuSecondsOfFamily } from '../harness/meters.js';
import { startWorkers } from '../harness/worker-process.js';

/** Processes on one database: with every role, or requests and executions apart. */
const crews = [
  { name: '1 process', all: 1, api: 0, workers: 0 },
  { name: '2 processes', all: 2, api: 0, workers: 0 },
  { name: '4 processes', all: 4, api: 0, workers: 0 },
  { name: '1 api, 1 worker', all: 0, api: 1, workers: 1 },
  { name: '2 api, 2 workers', all: 0, api: 2, workers: 2 },
] as const;
type Crew = (typeof crews)[number];

const inFlight = 32;

interface Window {
  rate: number;
  serverMs: number;
  postgresMs: number;
  bytes: number;
}

/** Executions per second of 1, 2 and 4 processes on one Postgres, and what each execution costs and stores. */
export async function benchProcesses(fixture: BenchFixture): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const crew of crews) {
    const windows = await measure(fixture, crew);
    const of = (name: keyof Window) => median(windows.map((window) => window[name]));
    fixture.note(`processes, ${crew.name}: ${show(of('rate'))} executions/s`);
    rows.push([crew.name, of('rate'), of('serverMs'), of('postgresMs'), of('bytes')]);
  }
  const head = ['Processes', 'executions/s', 'own CPU ms each', 'Postgres CPU ms each', 'bytes stored each'];
  return table(head, rows);
}

async function measure(fixture: BenchFixture, { name, all, api, workers }: Crew): Promise<Window[]> {
  const [build] = fixture.builds;
  if (!build) throw new Error('No build to measure was found.');
  const dataDir = mkdtempSync(join(tmpdir(), 'workspace-automation-processes-'));
  const database = await fixture.createDatabase(`processes_${name.replace(/\W+/g, '_')}`);
  const sql = new pg.Pool({ connectionString: database.url, max: 2 });
  const env = { DATA_DIR: dataDir, WORKER_CONCURRENCY: '100', ROLE: all > 0 ? 'all' : 'api' };
  const first = await fixture.startServer(build, database, env);
  const tenant = await createTenant(first.url);
  const others = Array.from({ length: all + api - 1 }, () => fixture.startServer(build, database, env));
  const servers = [first, ...(await Promise.all(others))];
  const crew = [...servers, ...(await startWorkers(database.url, dataDir, workers))];
  const loads = await Promise.all(
    servers.map(async ({ url }) => {
      const child = fixture.startChild<FlowLoadMethods>(import.meta.resolve('../flow-runs/load.process.js'));
      const flow = await createBenchFlow(tenant, benchFlow(await child.call('openTarget')));
      // The same flow answers at every process.
      const { pathname, search } = new URL(flow.webhookUrl ?? '');
      return { child, webhookUrl: new URL(pathname + search, url).href };
    }),
  );
  const cpu = () => ({
    server: crew.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    postgres: cpuSecondsOfFamily(fixture.postmasterPid),
  });
  const window = async (): Promise<Window> => {
    const [before, bytesBefore] = [cpu(), await storedBytes(sql)];
    const options = { warmupSeconds: 1, seconds: fixture.seconds, inFlight: Math.ceil(inFlight / loads.length) };
    const floods = await Promise.all(
      loads.map(({ child, webhookUrl }) => child.call('flood', { ...options, webhookUrl })),
    );
    const accepted = floods.reduce((sum, flood) => sum + flood.accepted, 0);
    await allEnded(sql);
    const after = cpu();
    const [from, to] = [Math.max(...floods.map((one) => one.from)), Math.min(...floods.map((one) => one.to))];
    return {
      rate: (await endedBetween(sql, from, to)) / ((to - from) / 1_000),
      serverMs: ((after.server - before.server) * 1_000) / accepted,
      postgresMs: ((after.postgres - before.postgres) * 1_000) / accepted,
      bytes: ((await storedBytes(sql)) - bytesBefore) / accepted,
    };
  };
  try {
    const windows: Window[] = [];
    for (let round = 0; round < fixture.rounds; round++) windows.push(await window());
    return windows;
  } finally {
    await Promise.all([...loads.map(({ child }) => child.stop()), ...crew.map((one) => one.stop()), sql.end()]);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @throws Error if an accepted execution does not complete within ten seconds */
async function allEnded(sql: pg.Pool): Promise<void> {
  for (const deadline = Date.now() + 10_000; ; await delay(100)) {
    const { rows } = await sql.query<{ open: number }>(
      "select count(*)::integer as open from executions where status <> 'completed'",
    );
    if (rows[0]?.open === 0) return;
    if (Date.now() > deadline) throw new Error(`${rows[0]?.open} executions are not completed.`);
  }
}

async function endedBetween(sql: pg.Pool, from: number, to: number): Promise<number> {
  const text = 'select count(*)::integer from executions where finished_at >= $1 and finished_at < $2';
  const { rows } = await sql.query<{ count: number }>(text, [new Date(from), new Date(to)]);
  return rows[0]?.count ?? 0;
}

async function storedBytes(sql: pg.Pool): Promise<number> {
  const { rows } = await sql.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  return Number(rows[0]?.bytes);
}

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Child } from '../harness/child.js';
import { createBenchFlow, createTenant } from '../harness/client.js';
import { median, show, showLatency, table } from '../harness/figures.js';
import { asAdmin, type BenchFixture, type Build, type FixtureDatabase } from '../harness/fixture.js';
import { cpuSeconds, cpuSecondsOfFamily, peakMemoryMb } from '../harness/meters.js';
import type { FlowRunsBaselineMethods } from './baseline.process.js';
import { measureDatabase } from './database-cost.js';
import { benchFlow } from './flow.js';
import { type InsertMethods, insertRunFunction } from './insert-baseline.process.js';
import type { FlowLoadMethods } from './load.process.js';

const inFlight = 32;
const warmupSeconds = 1;
const pacePerSecond = 100;

/** One of the servers under load, with its measurements. */
interface Side {
  name: string;
  pid: number;
  database: FixtureDatabase;
  webhookUrl: string;
  workspaceId: string;
  flowId: string;
  rates: number[];
  /** CPU time per execution in milliseconds, of the server and of Postgres. */
  serverMs: number[];
  postgresMs: number[];
  accept: number[];
  done: number[];
  stop(): Promise<void>;
}

/** W1: executions per second. Every execution must be completed in the database with all of its steps. */
export async function benchFlowRuns(fixture: BenchFixture): Promise<string> {
  const load = fixture.startChild<FlowLoadMethods>(import.meta.resolve('./load.process.js'));
  const targetUrl = await load.call('openTarget');
  const baseline = await prepareBaseline(fixture, targetUrl);
  const servers: Side[] = [];
  for (const build of fixture.builds) servers.push(await prepareServer(fixture, build, targetUrl));
  const sides = [baseline, ...servers];
  const insert = await prepareInsert(fixture);

  const insertRates: number[] = [];
  for (let round = 1; round <= fixture.rounds; round++) {
    for (const side of sides) {
      await flood(fixture, load, side);
      fixture.note(`w1 ${round}/${fixture.rounds} ${side.name}: ${show(side.rates.at(-1) ?? 0)} runs/s`);
    }
    insertRates.push(await insert(fixture.seconds));
    fixture.note(`w1 ${round}/${fixture.rounds} insert baseline: ${show(insertRates.at(-1) ?? 0)} runs/s`);
  }
  for (let round = 1; round <= fixture.rounds; round++) for (const side of sides) await pace(fixture, load, side);
  const tables = [report(sides, insertRates)];
  for (const side of servers) {
    tables.push(await costOfRun(load, side));
    // Its heartbeat would write during the following benchmarks.
    await side.stop();
  }
  return tables.join('\n\n');
}

async function prepareBaseline(fixture: BenchFixture, targetUrl: string): Promise<Side> {
  const database = await fixture.createDatabase('runs_floor');
  const child = fixture.startChild<FlowRunsBaselineMethods>(import.meta.resolve('./baseline.process.js'));
  const workspaceId = uuidv7();
  const flowId = uuidv7();
  const webhookUrl = await child.call('listen', { databaseUrl: database.url, targetUrl, workspaceId, flowId });
  const { pid, stop } = child;
  return newSide({ name: 'baseline, 6 commits per execution', pid, stop, database, webhookUrl, workspaceId, flowId });
}

async function prepareServer(fixture: BenchFixture, build: Build, targetUrl: string): Promise<Side> {
  const database = await fixture.createDatabase(`runs_${build.name.replace(/\W/g, '_')}`);
  const server = await fixture.startServer(build, database, { WORKER_CONCURRENCY: '100' });
  const tenant = await createTenant(server.url);
  const flow = await createBenchFlow(tenant, benchFlow(targetUrl));
  const { workspaceId } = tenant;
  const webhookUrl = flow.webhookUrl ?? '';
  const { name, pid, stop } = server;
  return newSide({ name, pid, stop, database, webhookUrl, workspaceId, flowId: flow.id });
}

async function prepareInsert(fixture: BenchFixture): Promise<(seconds: number) => Promise<number>> {
  const database = await fixture.createDatabase('runs_insert');
  await asAdmin(database.url, [insertRunFunction]);
  const child = fixture.startChild<InsertMethods>(import.meta.resolve('./insert-baseline.process.js'));
  const options = { databaseUrl: database.url, workspaceId: uuidv7(), flowId: uuidv7(), inFlight };
  await child.call('insert', { ...options, seconds: warmupSeconds });
  return (seconds) => child.call('insert', { ...options, seconds });
}

function newSide(metadata: Omit<Side, 'rates' | 'serverMs' | 'postgresMs' | 'accept' | 'done'>): Side {
  return { ...metadata, rates: [], serverMs: [], postgresMs: [], accept: [], done: [] };
}

/** Counts the executions that ended within one window. @throws Error when an accepted execution is not completed with all steps */
async function flood(fixture: BenchFixture, load: Child<FlowLoadMethods>, side: Side): Promise<void> {
  const before = { server: cpuSeconds(side.pid), postgres: cpuSecondsOfFamily(fixture.postmasterPid), at: Date.now() };
  const { webhookUrl } = side;
  const { accepted, from, to } = await load.call('flood', {
    webhookUrl,
    warmupSeconds,
    seconds: fixture.seconds,
    inFlight,
  });
  const after = { server: cpuSeconds(side.pid), postgres: cpuSecondsOfFamily(fixture.postmasterPid) };
  await waitForWholeRuns(side, new Date(before.at), accepted);
  side.rates.push((await endedBetween(side, from, to)) / ((to - from) / 1_000));
  side.serverMs.push(((after.server - before.server) * 1_000) / accepted);
  side.postgresMs.push(((after.postgres - before.postgres) * 1_000) / accepted);
}

async function pace(fixture: BenchFixture, load: Child<FlowLoadMethods>, side: Side): Promise<void> {
  const began = new Date();
  const { webhookUrl, workspaceId } = side;
  const options = { webhookUrl, workspaceId, databaseUrl: side.database.url, rate: pacePerSecond };
  const { accept, done } = await load.call('pace', { ...options, seconds: fixture.seconds });
  await waitForWholeRuns(side, began, accept.length);
  side.accept.push(...accept);
  side.done.push(...done);
  fixture.note(
    `w1 at ${pacePerSecond} runs/s ${side.name}: accept ${showLatency(accept)} ms, done ${showLatency(done)} ms`,
  );
}

async function waitForWholeRuns(side: Side, since: Date, expected: number): Promise<void> {
  const client = new pg.Client({ connectionString: side.database.url });
  await client.connect();
  const text = `select count(*)::integer as started, (count(*) filter (where status = 'completed' and (
      select count(*) from execution_steps s where s.workspace_id = e.workspace_id and s.execution_id = e.id
        and s.status = 'completed') = 5))::integer as whole
    from executions e where workspace_id = $1 and flow_id = $2 and created_at >= $3`;
  try {
    for (const deadline = Date.now() + 10_000; ; await delay(100)) {
      const { rows } = await client.query(text, [side.workspaceId, side.flowId, since]);
      const { started, whole } = rows[0] as { started: number; whole: number };
      if (whole === expected && started === expected) return;
      if (Date.now() > deadline)
        throw new Error(`${side.name}: ${expected} accepted, ${started} stored, ${whole} completed`);
    }
  } finally {
    await client.end();
  }
}

async function endedBetween(side: Side, from: number, to: number): Promise<number> {
  const client = new pg.Client({ connectionString: side.database.url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer from executions
     where workspace_id = $1 and flow_id = $2 and finished_at >= $3 and finished_at < $4`,
    [side.workspaceId, side.flowId, new Date(from), new Date(to)],
  );
  await client.end();
  return rows[0]?.count ?? 0;
}

function report(sides: Side[], insertRates: number[]): string {
  const baselineRate = median(sides[0]?.rates ?? []);
  const rows = sides.map((side) => [
    side.name,
    median(side.rates),
    median(side.rates) / baselineRate,
    showLatency(side.accept),
    showLatency(side.done),
    median(side.serverMs),
    median(side.postgresMs),
    peakMemoryMb(side.pid),
  ]);
  const insert = median(insertRates);
  const head = [
    'W1 executions',
    'runs/s',
    'to baseline',
    'accepted p50/p99 ms',
    'completed p50/p99 ms',
    'own CPU ms each',
    'Postgres CPU ms each',
    'RSS peak MB',
  ];
  return table(head, [
    ...rows,
    ['the same rows inserted, 1 commit a run', insert, insert / baselineRate, '', '', '', '', ''],
  ]);
}

/** The cost of one execution in Postgres under full load. */
async function costOfRun(load: Child<FlowLoadMethods>, side: Side): Promise<string> {
  let runs = 0;
  const cost = await measureDatabase(side.database.adminUrl, async () => {
    const { accepted } = await load.call('flood', {
      webhookUrl: side.webhookUrl,
      warmupSeconds: 0,
      seconds: 3,
      inFlight,
    });
    runs = accepted;
  });
  const calls = cost.statements.reduce((sum, statement) => sum + statement.calls, 0);
  const summary = table(
    ['W1 cost of an execution', 'statements', 'commits', 'WAL syncs', 'WAL bytes'],
    [[side.name, calls / runs, cost.commits / runs, cost.syncs / runs, cost.walBytes / runs]],
  );
  const byStatement = table(
    [`W1 statements of ${side.name}`, 'calls per execution', 'ms per call', 'ms per execution'],
    cost.statements
      .slice(0, 12)
      .map(({ label, calls, milliseconds }) => [label, calls / runs, milliseconds / calls, milliseconds / runs]),
  );
  return `${summary}\n\n${byStatement}`;
}

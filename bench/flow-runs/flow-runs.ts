import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Child } from '../harness/child.js';
import { median, show, showLatency, table } from '../harness/figures.js';
import type { BenchFixture } from '../harness/fixture.js';
import { cpuSeconds, cpuSecondsOfFamily, peakMemoryMb } from '../harness/meters.js';
import { measureDatabase } from './database-cost.js';
import type { FlowLoadMethods } from './load.process.js';
import {
  type Insert,
  inFlight,
  prepareBaseline,
  prepareInserts,
  prepareLean,
  prepareServers,
  type Side,
  warmupSeconds,
} from './sides.js';

const pacePerSecond = 100;

/** W1: executions per second. Every execution must be completed in the database with all of its steps. */
export async function benchFlowRuns(fixture: BenchFixture): Promise<string> {
  const load = fixture.startChild<FlowLoadMethods>(import.meta.resolve('./load.process.js'));
  const targetUrl = await load.call('openTarget');
  const baselines = [await prepareBaseline(fixture, targetUrl), ...(await prepareLean(fixture, targetUrl))];
  const servers: Side[] = [];
  for (const build of fixture.builds) servers.push(...(await prepareServers(fixture, build, targetUrl)));
  const sides = [...baselines, ...servers];
  const inserts = await prepareInserts(fixture);

  for (let round = 1; round <= fixture.rounds; round++) {
    for (const side of sides) {
      await flood(fixture, load, side);
      fixture.note(`w1 ${round}/${fixture.rounds} ${side.name}: ${show(side.rates.at(-1) ?? 0)} runs/s`);
    }
    for (const { name, rates, insert } of inserts) {
      rates.push(await insert(fixture.seconds));
      fixture.note(`w1 ${round}/${fixture.rounds} ${name}: ${show(rates.at(-1) ?? 0)} runs/s`);
    }
  }
  for (let round = 1; round <= fixture.rounds; round++) for (const side of sides) await pace(fixture, load, side);
  const tables = [report(sides, inserts)];
  for (const side of servers) {
    tables.push(await costOfRun(load, side));
    // Its heartbeat would write during the following benchmarks.
    await side.stop();
  }
  return tables.join('\n\n');
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

function report(sides: Side[], inserts: Insert[]): string {
  const [baseline = Number.NaN, lean = Number.NaN] = sides.map(({ rates }) => median(rates));
  const ratesOf = (rates: number[]) => [median(rates), median(rates) / baseline, median(rates) / lean];
  const head = [
    'W1 executions',
    'runs/s',
    'to baseline',
    'to lean baseline',
    'accepted p50/p99 ms',
    'completed p50/p99 ms',
    'own CPU ms each',
    'Postgres CPU ms each',
    'RSS peak MB',
  ];
  return table(head, [
    ...sides.map((side) => [
      side.name,
      ...ratesOf(side.rates),
      showLatency(side.accept),
      showLatency(side.done),
      median(side.serverMs),
      median(side.postgresMs),
      peakMemoryMb(side.pid),
    ]),
    ...inserts.map(({ name, rates }) => [name, ...ratesOf(rates), '', '', '', '', '']),
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

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Environment } from '../../src/config/index.js';
import { benchFlow } from '../flow-runs/flow.js';
import { type InsertMethods, insertRunFunction } from '../flow-runs/insert-baseline.process.js';
import { createLeanDatabase } from '../flow-runs/lean-schema.js';
import type { FlowLoadMethods } from '../flow-runs/load.process.js';
import { createTenant } from '../harness/client.js';
import { median, show, showLatency, table } from '../harness/figures.js';
import { asAdmin, type BenchFixture, type FixtureDatabase } from '../harness/fixture.js';
import { peakMemoryMb } from '../harness/meters.js';
import { startWorkers } from '../harness/worker-process.js';
import { benchBacklog } from './backlog.js';
import { chainFlow, delayFlow, eachFlow, loopFlow } from './flows.js';
import { benchKeys } from './keys.js';
import { benchMemory } from './memory.js';
import { drain, enqueue, orders, type Rig, type StoredFlow, store } from './rig.js';

const sizes = { runs: 2_000, chains: 40, chainNodes: 100, loops: 5, items: 1_000, eachItems: 10_000, delays: 1_000 };

/** W6: the engine alone: worker processes drive queued executions, without an API. */
export async function benchEngine(fixture: BenchFixture): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'workspace-automation-engine-'));
  const database = await fixture.createDatabase('engine');
  const [build] = fixture.builds;
  if (!build) throw new Error('No build to measure was found.');
  const api = await fixture.startServer(build, database, { ROLE: 'api', DATA_DIR: dataDir });
  const tenant = await createTenant(api.url);
  const load = fixture.startChild<FlowLoadMethods>(import.meta.resolve('../flow-runs/load.process.js'));
  const targetUrl = await load.call('openTarget');
  const five = await store(tenant, benchFlow(targetUrl), 'webhook');
  const chain = await store(tenant, chainFlow(sizes.chainNodes));
  const loop = await store(tenant, loopFlow(sizes.items));
  const each = await store(tenant, eachFlow(sizes.eachItems));
  const wait = await store(tenant, delayFlow());
  const keys = await store(tenant, chainFlow(5), 'manual', { key: '{{triggerData.customer}}', concurrency: 3 });
  const noKeys = await store(tenant, chainFlow(5));
  await api.stop();
  const sql = new pg.Pool({ connectionString: database.url, max: 4 });
  const rig: Rig = { fixture, database, sql, tenant, dataDir };
  try {
    const tables = [
      await benchWorkers(rig, five),
      await benchSteps(rig, { chain, loop, each }),
      await benchDelays(rig, wait),
      await benchKeys(rig, noKeys, keys),
      await benchMemory(rig, five),
      await benchBacklog(rig, five, wait),
    ];
    return tables.join('\n\n');
  } finally {
    await sql.end();
    await load.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function benchWorkers(rig: Rig, flow: StoredFlow): Promise<string> {
  const { fixture } = rig;
  const own = await fixture.createDatabase('engine_floor');
  await asAdmin(own.url, [insertRunFunction]);
  const inserts = [await openInsert(rig, own), await openInsert(rig, await createLeanDatabase(fixture, 'engine_lean'))];
  const crews = [
    { name: '1 worker process, default settings', count: 1, env: { WORKER_CONCURRENCY: undefined } },
    ...[1, 2, 4].map((count) => ({ name: `${count} worker processes, WORKER_CONCURRENCY=100`, count, env: {} })),
  ].map((crew) => ({ ...crew, rates: [] as number[], peak: 0 }));
  for (let round = 1; round <= fixture.rounds; round++) {
    for (const { rates, insert } of inserts) rates.push(await insert());
    for (const crew of crews) {
      const { rate, peak } = await drainWith(rig, flow, crew);
      crew.rates.push(rate);
      crew.peak = Math.max(crew.peak, peak);
      fixture.note(`w6 ${round}/${fixture.rounds} ${crew.name}: ${show(rate)} runs/s`);
    }
  }
  for (const { stop } of inserts) await stop();
  const [baseline = Number.NaN, lean = Number.NaN] = inserts.map(({ rates }) => median(rates));
  const ratesOf = (rate: number) => [rate, rate / baseline, rate / lean];
  return table(
    ['W6 queued executions of five nodes', 'executions/s', 'to insert baseline', 'to lean insert', 'RSS peak MB'],
    [
      ['the same rows inserted, 1 commit a run', ...ratesOf(baseline), ''],
      ['lean rows inserted, 1 commit a run', ...ratesOf(lean), ''],
      ...crews.map(({ name, rates, peak }) => [name, ...ratesOf(median(rates)), peak]),
    ],
  );
}

/** Inserts the rows of runs in windows. */
async function openInsert({ fixture }: Rig, { url }: FixtureDatabase) {
  const child = fixture.startChild<InsertMethods>(import.meta.resolve('../flow-runs/insert-baseline.process.js'));
  const options = { databaseUrl: url, workspaceId: uuidv7(), flowId: uuidv7(), inFlight: 32, seconds: fixture.seconds };
  const insert = () => child.call('insert', options);
  await insert();
  return { rates: [] as number[], insert, stop: child.stop };
}

/** Drains a queue with new worker processes. */
async function drainWith(rig: Rig, flow: StoredFlow, { count, env }: { count: number; env: Environment }) {
  const workers = await startWorkers(rig.database.url, rig.dataDir, count, env);
  // The first executions are a warm-up, in which code is compiled.
  const warm = new Date();
  await enqueue(rig, flow, orders(300));
  await drain(rig, flow, warm);
  const since = new Date();
  await enqueue(rig, flow, orders(sizes.runs));
  const { runs, seconds } = await drain(rig, flow, since);
  const peak = Math.max(...workers.map(({ pid }) => peakMemoryMb(pid)));
  await Promise.all(workers.map((worker) => worker.stop()));
  return { rate: runs / seconds, peak };
}

async function benchSteps(rig: Rig, flows: { chain: StoredFlow; loop: StoredFlow; each: StoredFlow }): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const [name, flow, runs, nodes] of [
    [`${sizes.chains} chains of ${sizes.chainNodes} nodes`, flows.chain, sizes.chains, sizes.chainNodes],
    [`${sizes.loops} loops over ${sizes.items} items`, flows.loop, sizes.loops, sizes.items + 2],
    [`1 node with each over ${sizes.eachItems} items`, flows.each, 1, sizes.eachItems + 2],
  ] as const) {
    const [worker] = await startWorkers(rig.database.url, rig.dataDir, 1);
    const rates: number[] = [];
    for (let round = 0; round < rig.fixture.rounds; round++) {
      const since = new Date();
      await enqueue(rig, flow, orders(runs));
      const done = await drain(rig, flow, since);
      rates.push((done.runs * nodes) / done.seconds);
    }
    rows.push([name, median(rates), worker ? peakMemoryMb(worker.pid) : '']);
    await worker?.stop();
  }
  return table(['W6 steps', 'steps/s', 'RSS peak MB'], rows);
}

async function benchDelays(rig: Rig, flow: StoredFlow): Promise<string> {
  const [worker] = await startWorkers(rig.database.url, rig.dataDir, 1);
  const since = new Date();
  const until = new Date(Date.now() + 6_000);
  await enqueue(rig, flow, Array(sizes.delays).fill({ until: until.toISOString() }));
  await drain(rig, flow, since);
  const { rows } = await rig.sql.query<{ late: number }>(
    `select extract(epoch from finished_at - $3::timestamptz)::float8 * 1000 as late from executions
     where flow_id = $1 and created_at >= $2`,
    [flow.id, since, until],
  );
  await worker?.stop();
  return table(
    ['W6 wake-ups', 'delay p50/p99 ms'],
    [[`${sizes.delays} delays due at the same moment`, showLatency(rows.map(({ late }) => late))]],
  );
}

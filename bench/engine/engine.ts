import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { benchFlow } from '../flow-runs/flow.js';
import { type InsertMethods, insertRunFunction } from '../flow-runs/insert-baseline.process.js';
import type { FlowLoadMethods } from '../flow-runs/load.process.js';
import { createTenant } from '../harness/client.js';
import { median, show, showLatency, table } from '../harness/figures.js';
import { asAdmin, type BenchFixture } from '../harness/fixture.js';
import { peakMemoryMb } from '../harness/meters.js';
import { startWorkers } from '../harness/worker-process.js';
import { benchBacklog } from './backlog.js';
import { benchFairness } from './fairness.js';
import { chainFlow, delayFlow, loopFlow } from './flows.js';
import { benchMemory } from './memory.js';
import { drain, enqueue, orders, type Rig, type StoredFlow, store } from './rig.js';

const sizes = { runs: 2_000, chains: 40, chainNodes: 100, loops: 5, items: 1_000, delays: 1_000 };

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
  const wait = await store(tenant, delayFlow());
  const other = await createTenant(api.url, 'newcomer@example.com');
  const small = { tenant: other, flow: await store(other, benchFlow(targetUrl), 'webhook') };
  await api.stop();
  const sql = new pg.Pool({ connectionString: database.url, max: 4 });
  const rig: Rig = { fixture, database, sql, tenant, dataDir };
  try {
    const tables = [
      await benchWorkers(rig, five),
      await benchSteps(rig, { chain, loop }),
      await benchDelays(rig, wait),
      await benchFairness(rig, { large: five, small }),
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
  const { fixture, database, dataDir } = rig;
  const baseline = await fixture.createDatabase('engine_floor');
  await asAdmin(baseline.url, [insertRunFunction]);
  const child = fixture.startChild<InsertMethods>(import.meta.resolve('../flow-runs/insert-baseline.process.js'));
  const insert = () =>
    child.call('insert', {
      ...{ databaseUrl: baseline.url, workspaceId: uuidv7(), flowId: uuidv7() },
      ...{ inFlight: 32, seconds: fixture.seconds },
    });
  await insert();
  const baselines: number[] = [];
  const counts = [1, 2, 4];
  const rates = new Map<number, number[]>(counts.map((count) => [count, []]));
  const peaks = new Map<number, number>();
  for (let round = 1; round <= fixture.rounds; round++) {
    baselines.push(await insert());
    for (const count of counts) {
      const workers = await startWorkers(database.url, dataDir, count);
      // The first executions are a warm-up, in which code is compiled.
      const warm = new Date();
      await enqueue(rig, flow, orders(300));
      await drain(rig, flow, warm);
      const since = new Date();
      await enqueue(rig, flow, orders(sizes.runs));
      const { runs, seconds } = await drain(rig, flow, since);
      rates.get(count)?.push(runs / seconds);
      peaks.set(count, Math.max(peaks.get(count) ?? 0, ...workers.map(({ pid }) => peakMemoryMb(pid))));
      await Promise.all(workers.map((worker) => worker.stop()));
      fixture.note(`w6 ${round}/${fixture.rounds} ${count} workers: ${show(runs / seconds)} runs/s`);
    }
  }
  await child.stop();
  const insertRate = median(baselines);
  return table(
    ['W6 queued executions of five nodes', 'executions/s', 'to insert baseline', 'RSS peak MB'],
    [
      ['the same rows inserted, 1 commit a run', insertRate, 1, ''],
      ...counts.map((count) => {
        const rate = median(rates.get(count) ?? []);
        return [`${count} worker processes`, rate, rate / insertRate, peaks.get(count) ?? Number.NaN];
      }),
    ],
  );
}

async function benchSteps(rig: Rig, flows: { chain: StoredFlow; loop: StoredFlow }): Promise<string> {
  const [worker] = await startWorkers(rig.database.url, rig.dataDir, 1);
  const rows: (string | number)[][] = [];
  for (const [name, flow, runs, nodes] of [
    [`${sizes.chains} chains of ${sizes.chainNodes} nodes`, flows.chain, sizes.chains, sizes.chainNodes],
    [`${sizes.loops} loops over ${sizes.items} items`, flows.loop, sizes.loops, sizes.items + 2],
  ] as const) {
    const rates: number[] = [];
    for (let round = 0; round < rig.fixture.rounds; round++) {
      const since = new Date();
      await enqueue(rig, flow, orders(runs));
      const done = await drain(rig, flow, since);
      rates.push((done.runs * nodes) / done.seconds);
    }
    rows.push([name, median(rates)]);
  }
  await worker?.stop();
  return table(['W6 steps', 'steps/s'], rows);
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

import { median, showLatency, table } from '../harness/figures.js';
import { asAdmin } from '../harness/fixture.js';
import { startWorkers } from '../harness/worker-process.js';
import { drain, enqueue, orders, type Rig, type StoredFlow } from './rig.js';

const sizes = { waiting: [0, 100_000, 1_000_000], runs: 1_000, alone: 200, lot: 50_000 };

/** The cost of executions that wait until tomorrow for others: executions per second, and milliseconds of a single one. */
export async function benchBacklog(rig: Rig, flow: StoredFlow, wait: StoredFlow): Promise<string> {
  const { database, dataDir, fixture } = rig;
  const rows: [number, number, string][] = [];
  let waiting = 0;
  for (const size of sizes.waiting) {
    for (; waiting < size; waiting += sizes.lot) {
      await addWaiting(rig, wait);
      fixture.note(`w6 ${waiting + sizes.lot} of ${size} executions wait`);
    }
    await asAdmin(database.adminUrl, ['analyze']);
    const [worker] = await startWorkers(database.url, dataDir, 1);
    const warm = new Date();
    await enqueue(rig, flow, orders(300));
    await drain(rig, flow, warm);
    const rates: number[] = [];
    for (let round = 0; round < fixture.rounds; round++) {
      const since = new Date();
      await enqueue(rig, flow, orders(sizes.runs));
      const { runs, seconds } = await drain(rig, flow, since);
      rates.push(runs / seconds);
    }
    rows.push([size, median(rates), showLatency(await latencies(rig, flow))]);
    await worker?.stop();
  }
  const first = rows[0]?.[1] ?? Number.NaN;
  return table(
    ['W6 with waiting executions', 'executions/s', 'to none waiting', 'single execution p50/p99 ms'],
    rows.map(([size, rate, latency]) => [`${size} waiting`, rate, rate / first, latency]),
  );
}

/** Inserts executions in the state in which they wait for a delay. */
async function addWaiting({ sql, tenant }: Rig, wait: StoredFlow): Promise<void> {
  await sql.query(
    `with runs as (
       insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, started_at, created_at)
       select uuidv7(), $1, $2, 'Wait', 1, 'manual', now(), now() from generate_series(1, $3) returning id)
     insert into execution_claims (workspace_id, execution_id, flow_id, due_at)
     select $1, id, $2, now() + interval '1 day' from runs`,
    [tenant.workspaceId, wait.id, sizes.lot],
  );
}

/** The milliseconds from insertion to end of single executions, one after the other. */
async function latencies(rig: Rig, flow: StoredFlow): Promise<number[]> {
  const since = new Date();
  for (let run = 0; run < sizes.alone; run++) {
    const started = new Date();
    await enqueue(rig, flow, orders(1));
    await drain(rig, flow, started);
  }
  const { rows } = await rig.sql.query<{ took: number }>(
    `select extract(epoch from finished_at - created_at)::float8 * 1000 as took from executions
     where flow_id = $1 and created_at >= $2`,
    [flow.id, since],
  );
  return rows.map(({ took }) => took);
}

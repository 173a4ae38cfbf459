import { median, table } from '../harness/figures.js';
import { asAdmin } from '../harness/fixture.js';
import { startWorkers } from '../harness/worker-process.js';
import { drain, enqueue, orders, type Rig, type StoredFlow } from './rig.js';

const sizes = { keys: [10, 100_000], runs: 1_000, lot: 50_000 };

/** The cost of control by key: executions per second of ten keys, and of 100,000, of which each has an execution that waits. */
export async function benchKeys(rig: Rig, free: StoredFlow, controlled: StoredFlow): Promise<string> {
  const { database, dataDir, fixture } = rig;
  const rows: [string, number][] = [];
  const [worker] = await startWorkers(database.url, dataDir, 1);
  const measure = async (name: string, flow: StoredFlow, triggerData: () => unknown[]) => {
    const rates: number[] = [];
    // The first round is a warm-up.
    for (let round = 0; round <= fixture.rounds; round++) {
      const since = new Date();
      await enqueue(rig, flow, triggerData());
      // What a server does after the commit.
      await rig.sql.query(`select pg_notify('flow_controls', '')`);
      const { runs, seconds } = await drain(rig, flow, since);
      if (round > 0) rates.push(runs / seconds);
      fixture.note(`w6 ${name}: ${Math.round(runs / seconds)} executions/s`);
    }
    rows.push([name, median(rates)]);
  };
  await measure('without control', free, () => orders(sizes.runs));
  let waiting = 0;
  for (const keys of sizes.keys) {
    for (; waiting < keys; waiting += Math.min(sizes.lot, keys - waiting)) {
      await addRunning(rig, controlled, waiting, Math.min(sizes.lot, keys - waiting));
    }
    await asAdmin(database.adminUrl, ['analyze']);
    const step = Math.max(1, Math.floor(keys / sizes.runs));
    await measure(`${keys} keys`, controlled, () =>
      orders(sizes.runs).map((order, index) => ({ ...order, customer: `c${(index * step) % keys}` })),
    );
  }
  await worker?.stop();
  const ten = rows[1]?.[1] ?? Number.NaN;
  return table(
    ['W6 executions with control by key', 'executions/s', 'to ten keys'],
    rows.map(([name, rate]) => [name, rate, rate / ten]),
  );
}

/** Inserts executions of one key each in the state in which they run and wait for a delay. */
async function addRunning({ sql, tenant }: Rig, flow: StoredFlow, from: number, count: number): Promise<void> {
  await sql.query(
    `with keys as (select uuidv7() as id, left(encode(sha256(convert_to('c' || n, 'UTF8')), 'hex'), 32) as key
       from generate_series($3::integer, $3::integer + $4::integer - 1) n),
     runs as (
       insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, started_at, created_at)
       select id, $1, $2, 'Keys', 1, 'manual', now(), now() from keys)
     insert into execution_claims (workspace_id, execution_id, flow_id, control_key, due_at)
     select $1, id, $2, key, now() + interval '1 day' from keys`,
    [tenant.workspaceId, flow.id, from, count],
  );
}

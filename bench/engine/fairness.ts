import { setTimeout as delay } from 'node:timers/promises';
import type { Tenant } from '../harness/client.js';
import { showLatency, table } from '../harness/figures.js';
import { startWorkers } from '../harness/worker-process.js';
import { enqueue, orders, type Rig, type StoredFlow } from './rig.js';

const sizes = { backlog: 10_000, newcomers: 40, everyMs: 200 };

/** The duration of one workspace's executions, from start to end, during the backlog of another workspace. */
export async function benchFairness(
  rig: Rig,
  { large, small }: { large: StoredFlow; small: { tenant: Tenant; flow: StoredFlow } },
): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const backlog of [0, sizes.backlog]) {
    if (backlog > 0) await enqueue(rig, large, orders(backlog));
    const [worker] = await startWorkers(rig.database.url, rig.dataDir, 1, { WORKER_CONCURRENCY: '10' });
    const since = new Date();
    for (let count = 0; count < sizes.newcomers; count++) {
      await enqueue({ sql: rig.sql, tenant: small.tenant }, small.flow, orders(1));
      await delay(sizes.everyMs);
    }
    const left = await waiting(rig, large);
    const times = await settled(rig, small.flow, since);
    await worker?.stop();
    rows.push([`${backlog} executions of another workspace queued before`, showLatency(times), left]);
  }
  // The rest of the backlog is not measured.
  await rig.sql.query('delete from execution_claims where workspace_id = $1', [rig.tenant.workspaceId]);
  await rig.sql.query(`update executions set status = 'cancelled' where flow_id = $1 and status = 'running'`, [
    large.id,
  ]);
  return table(['W6 a workspace beside another', 'completed after p50/p99 ms', 'of those left'], rows);
}

async function waiting({ sql }: Rig, flow: StoredFlow): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    `select count(*)::int as n from executions where flow_id = $1 and status = 'running'`,
    [flow.id],
  );
  return rows[0]?.n ?? 0;
}

/** The milliseconds from start to end of a flow's executions, once all have ended. */
async function settled({ sql }: Rig, flow: StoredFlow, since: Date): Promise<number[]> {
  for (;;) {
    const { rows } = await sql.query<{ ms: number | null }>(
      `select extract(epoch from finished_at - created_at)::float8 * 1000 as ms from executions
       where flow_id = $1 and created_at >= $2`,
      [flow.id, since],
    );
    if (rows.every(({ ms }) => ms !== null)) return rows.map(({ ms }) => ms as number);
    await delay(50);
  }
}

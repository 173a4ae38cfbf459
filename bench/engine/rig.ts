import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { newExecution, startExecutions } from '../../src/contexts/automation/executions/index.js';
import type { FlowControl } from '../../src/engine/index.js';
import { createBenchFlow, type Tenant } from '../harness/client.js';
import type { BenchFixture, FixtureDatabase } from '../harness/fixture.js';

/** The environment of the engine benchmarks. */
export interface Rig {
  fixture: BenchFixture;
  database: FixtureDatabase;
  sql: pg.Pool;
  tenant: Tenant;
  dataDir: string;
}

export type StoredFlow = { id: string; name: string; version: number; settings: { control?: FlowControl } };

export async function store(
  tenant: Tenant,
  input: { name: string },
  trigger = 'manual',
  control?: FlowControl,
): Promise<StoredFlow> {
  const settings = { triggerType: trigger, maxConcurrent: 1000, timeout: 3600, control: control ?? null };
  const { id } = await createBenchFlow(tenant, { ...input, settings });
  return { id, name: input.name, version: 1, settings: control ? { control } : {} };
}

/** Adds executions to the queue like the API, many at once. */
export async function enqueue(
  { sql, tenant }: Pick<Rig, 'sql' | 'tenant'>,
  flow: StoredFlow,
  triggerData: unknown[],
): Promise<void> {
  for (let from = 0; from < triggerData.length; from += 500) {
    const runs = triggerData.slice(from, from + 500).map((data) =>
      newExecution({
        workspaceId: tenant.workspaceId,
        flow,
        trigger: 'manual',
        startNodeId: null,
        triggerData: data,
      }),
    );
    await startExecutions(sql, runs);
  }
}

/** Waits until no execution of a flow is running. @returns how many completed since, and in which time */
export async function drain(
  { sql }: Pick<Rig, 'sql'>,
  flow: StoredFlow,
  since: Date,
): Promise<{ runs: number; seconds: number }> {
  for (;;) {
    const { rows } = await sql.query<{ open: number; done: number; seconds: number }>(
      `select count(*) filter (where status = 'running')::int as open,
         count(*) filter (where status = 'completed')::int as done,
         extract(epoch from max(finished_at) - $2::timestamptz)::float8 as seconds
       from executions where flow_id = $1 and created_at >= $2`,
      [flow.id, since],
    );
    const [row] = rows;
    if (row && row.open === 0) return { runs: row.done, seconds: row.seconds };
    await delay(50);
  }
}

export const orders = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ number, customer: 'Ada', amount: 250 }));

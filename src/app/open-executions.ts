import type { Sql } from '../platform/database/sql.js';
import { countOf } from '../platform/work/queues.js';

/** The executions that have not ended. */
export interface OpenExecutions {
  queued: number;
  claimed: number;
  waiting: number;
  /** Seconds for which the oldest queued one has waited for a worker. */
  oldest: number;
}

/** Counts the executions that have not ended, each state up to `countedAtMost`. Counters, so not typed. */
export async function readOpenExecutions(pool: Sql): Promise<OpenExecutions> {
  const count = (where: string) => `${countOf(`from execution_claims where ${where}`)}::int`;
  const { rows } = await pool.query<OpenExecutions>(
    `/* read_claims */ select ${count('ready_at is not null')} as queued, ${count('worker_id is not null')} as claimed,
       ${count('due_at is not null')} as waiting, coalesce(extract(epoch from now() - (
         select min(ready_at) from execution_claims where ready_at is not null and ready_at > to_timestamp(0))), 0)::float8 as oldest`,
  );
  return rows[0] as OpenExecutions;
}

import type { Database } from '../../../../../platform/database/database.js';
import type { Services } from '../../../../../platform/services.js';
import type { RecurringTask } from '../../../../../platform/work/recurring-tasks.js';
import { untilDone } from '../../../../../platform/work/until-done.js';
import { allFlows, changesOfDeltas } from './execution-totals.sql.js';

/** Deltas in one transaction at most. */
const batchSize = 20_000;
/** Key of the advisory lock for one rollup at a time. */
const rollUpLock = 7_301_444;

/** Sums many rows, under a lock. */
const rollUpText = `/* roll_up_executions */
with lock as materialized (
  select pg_try_advisory_xact_lock(${rollUpLock}) as held
), taken as (
  delete from execution_deltas where (select held from lock)
    and ctid = any(array(select ctid from execution_deltas limit ${batchSize}))
  returning *
), rolled_up as (
  insert into execution_totals as t (workspace_id, flow_id, week, trigger, status, n)
  select d.workspace_id, f.id, d.week, d.trigger, c.status, sum(c.n)
  from taken d ${changesOfDeltas} cross join lateral (values (d.flow_id), ('${allFlows}'::uuid)) f(id)
  where c.status is not null and exists (select from workspaces w where w.id = d.workspace_id)
  group by 1, 2, 3, 4, 5 having sum(c.n) <> 0
  on conflict (workspace_id, flow_id, week, trigger, status) do update set n = t.n + excluded.n
)
select count(*)::integer as "rolledUp" from taken`;

/**
 * Adds the deltas to the totals of executions. Readers add both, so results do not depend on when this runs or whether it is
 * interrupted.
 * @returns number of deltas; 0 too if another process is doing it
 */
export async function rollUpExecutions({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ rolledUp: number }>({ name: 'roll_up_executions', text: rollUpText });
  return rows[0]?.rolledUp ?? 0;
}

/** Rolls up every two seconds. */
export function rollUpTask({ db }: Services): RecurringTask {
  return {
    name: 'execution totals',
    everyMs: 2_000,
    work: (signal) => untilDone(() => rollUpExecutions(db), signal),
  };
}

import type { Database } from '../../../../platform/database/database.js';
import { recountAnalytics, rollUpLock } from './recount-analytics.js';

/** Deltas in one transaction at most. */
const batchSize = 20_000;
// Locks, deletes and adds in bulk, so not typed.
const rollUpText = `/* roll_up_analytics */
with lock as materialized (
  select pg_try_advisory_xact_lock(${rollUpLock}) as held
), taken as (
  delete from analytics_deltas where (select held from lock)
    and ctid = any(array(select ctid from analytics_deltas limit ${batchSize}))
  returning *
), rolled_up as (
  insert into analytics_days as a (workspace_id, metric, day, dim, n, total)
  select t.workspace_id, m.metric, (t.at at time zone w.timezone)::date, m.dim, sum(t.n), sum(t.total)
  from taken t join workspaces w on w.id = t.workspace_id cross join lateral unnest(t.metrics, t.dims) as m(metric, dim)
  where m.dim is not null group by 1, 2, 3, 4 having sum(t.n) <> 0 or sum(t.total) <> 0
  on conflict (workspace_id, metric, day, dim) do update set n = a.n + excluded.n, total = a.total + excluded.total
)
select count(*)::integer as "rolledUp", (select workspace_id from analytics_recounts limit 1) as recount from taken`;

/**
 * Adds the deltas to the counts of days, or recounts a workspace whose time zone has changed.
 * @returns number of deltas or recounts; 0 if there were none, or if another process is doing it
 */
export async function rollUpAnalytics(db: Database): Promise<number> {
  const rollUp = { name: 'roll_up_analytics', text: rollUpText };
  const { rows } = await db.pool.query<{ rolledUp: number; recount: string | null }>(rollUp);
  const { rolledUp, recount } = rows[0] ?? { rolledUp: 0, recount: null };
  return recount ? recountAnalytics(db, recount) : rolledUp;
}

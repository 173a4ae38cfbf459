import type { Database } from '../../platform/database/database.js';
import { holdsFold, recountAnalytics } from './recount-analytics.js';

/** Deltas that one transaction folds at most. */
const atOnce = 20_000;
const foldText = `/* fold_analytics */
with taken as (
  delete from analytics_deltas where ctid = any(array(select ctid from analytics_deltas limit ${atOnce})) returning *
), folded as (
  insert into analytics_days as a (workspace_id, metric, day, dim, n, total)
  select t.workspace_id, m.metric, (t.at at time zone w.timezone)::date, m.dim, sum(t.n), sum(t.total)
  from taken t join workspaces w on w.id = t.workspace_id cross join lateral unnest(t.metrics, t.dims) as m(metric, dim)
  where m.dim is not null group by 1, 2, 3, 4 having sum(t.n) <> 0 or sum(t.total) <> 0
  on conflict (workspace_id, metric, day, dim) do update set n = a.n + excluded.n, total = a.total + excluded.total
)
select count(*)::integer as folded from taken`;

/**
 * Adds what came since to the counts of days, or counts a workspace anew whose days begin at another time now.
 * @returns what was done, 0 where there was nothing, or where somebody else is at it
 */
export async function foldAnalytics(db: Database): Promise<number> {
  const { rows } = await db.pool.query<{ id: string }>(
    '/* find_recount */ select workspace_id as id from analytics_recounts limit 1',
  );
  if (rows[0]) return recountAnalytics(db, rows[0].id);
  return db.transaction(async (sql) => {
    if (!(await holdsFold(sql))) return 0;
    const { rows: folds } = await sql.query<{ folded: number }>(foldText);
    return folds[0]?.folded ?? 0;
  });
}

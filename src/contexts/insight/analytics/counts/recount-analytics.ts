import { advisoryLock } from '../../../../platform/database/advisory-lock.js';
import type { Database, Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { analyticsDays, analyticsDeltas, analyticsRecounts } from './analytics-count.entity.js';

/** Tables that are counted; for each there is a database function that returns the counts of a row. */
const countedTables = ['executions', 'contacts', 'conversations', 'messages', 'calendar_events', 'outbox_messages'];

/** All counts of a workspace ($1), from its rows. */
export const countRowsSql = countedTables
  .map((table) => `select c.* from ${table} r cross join lateral ${table}_counts(r) c where r.workspace_id = $1`)
  .join(' union all ');

/**
 * Recomputes the counts of a workspace from its rows, by days of its time zone. Rows, counts and deltas are read in one
 * snapshot, so concurrent changes are counted by their deltas. Days whose executions were deleted by retention are kept.
 * @returns 0 if another process is writing the counts
 */
export function recountAnalytics(db: Database, workspaceId: string): Promise<number> {
  return db.transaction(async (sql) => {
    await sql.query('set transaction isolation level repeatable read');
    // For the rest of the transaction, without waiting.
    if (!(await advisoryLock(sql, 'lock_roll_up', 'pg_try_advisory_xact_lock', rollUpLock))) return 0;
    await recount(sql, workspaceId);
    return 1;
  });
}

/** Counts are compared and written in bulk, by functions of the database, so these two statements are not typed. */
async function recount(sql: Sql, workspaceId: string): Promise<void> {
  const { rows } = await sql.query<{ kept: string | null }>(
    `/* find_deleted_executions */ select case
       when (select coalesce(sum(n), 0) from analytics_days where workspace_id = $1 and metric = 'run' and dim = 'started')
         + (select coalesce(sum(n), 0) from analytics_deltas where workspace_id = $1 and dims[1] = 'started') > (select count(*) from executions where workspace_id = $1 and trigger <> 'simulation')
       then (select coalesce(min((e.created_at at time zone w.timezone)::date) + 1, 'infinity')::text
         from executions e, workspaces w where e.workspace_id = $1 and w.id = $1) end as kept`,
    [workspaceId],
  );
  await typed(sql, 'begin_recount', analyticsRecounts)
    .deleteFrom('analytics_recounts')
    .where('workspaceId', '=', workspaceId)
    .execute();
  await typed(sql, 'drop_deltas', analyticsDeltas)
    .deleteFrom('analytics_deltas')
    .where('workspaceId', '=', workspaceId)
    .execute();
  const from = rows[0]?.kept ?? '-infinity';
  await typed(sql, 'drop_days', analyticsDays)
    .deleteFrom('analytics_days')
    .where('workspaceId', '=', workspaceId)
    .where(({ eb, or }) => or([eb('metric', 'not like', 'run%'), eb('day', '>=', from)]))
    .execute();
  await sql.query(
    `/* recount_analytics */ insert into analytics_days (workspace_id, metric, day, dim, n, total)
     select w.id, m.metric, (c.at at time zone w.timezone)::date, m.dim, sum(c.n), sum(c.total)
     from (${countRowsSql}) c join workspaces w on w.id = $1 cross join lateral unnest(c.metrics, c.dims) as m(metric, dim)
     where m.dim is not null and (m.metric not like 'run%' or (c.at at time zone w.timezone)::date >= $2::date)
     group by 1, 2, 3, 4`,
    [workspaceId, from],
  );
}

/** Key of the advisory lock for one rollup or recount at a time. */
export const rollUpLock = 7_301_443;

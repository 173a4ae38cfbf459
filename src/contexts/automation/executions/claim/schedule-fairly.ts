import type { Sql } from '../../../../platform/database/database.js';

export interface FairSchedulingOptions {
  /** Number of due jobs from which on the queue is crowded. */
  crowd?: number;
  /** Jobs of one workspace that keep their place in a crowded queue. */
  share?: number;
}

/** Jobs that one statement looks at. */
const lookedAt = 20_000;

/**
 * Prevents the backlog of one workspace from starving the others. The queue serves jobs in order of arrival. When it is
 * crowded, each workspace keeps the first few of its jobs in place; the rest is deferred behind the jobs of other
 * workspaces, the further the more of them there are. A new job therefore waits for a share of each workspace and not
 * for whole backlogs. Deferred jobs are brought forward step by step, so that they make progress even beside workspaces
 * that never pause.
 * Costs one index lookup while the queue is short, and nothing for each execution.
 */
export async function scheduleFairly(sql: Sql, { crowd = 500, share = 10 }: FairSchedulingOptions = {}): Promise<void> {
  const { rows } = await sql.query<{ crowded: boolean; behind: boolean }>({
    name: 'look_at_queue',
    text: lookSql,
    values: [crowd],
  });
  if (rows[0]?.behind) await sql.query({ name: 'bring_forward', text: bringForwardSql, values: [share] });
  if (rows[0]?.crowded) await sql.query({ name: 'share_queue', text: shareSql, values: [share] });
}

const due = 'is_available and run_at <= now()';

/**
 * $1: jobs that make a crowd; a tenth of it if jobs are already deferred. A server with one workspace needs no fair
 * scheduling.
 */
const lookSql = `/* look_at_queue */ select behind, (select count(*) from (select from workspaces limit 2) w) > 1
    and (select count(*) from (select from graphile_worker._private_jobs where ${due} and priority = 0 limit $1) j)
      >= case when behind then $1 / 10 else $1 end as crowded
  from (select exists (
    select from graphile_worker._private_jobs where ${due} and priority between 1 and 3) as behind) b`;

/** $1: jobs of a workspace that keep their place. One process at a time: two would move the same jobs. */
const shareSql = `/* share_queue */
with placed as (
  select id, row_number() over (partition by workspace order by run_at, id) as place
  from (
    select id, run_at, payload ->> 'workspaceId' as workspace from graphile_worker._private_jobs
    where ${due} and priority = 0 order by run_at limit ${lookedAt}) j
  where workspace is not null and (select pg_try_advisory_xact_lock(hashtext('share_queue')))
), late as (
  select case when place > $1 * 100 then 3 when place > $1 * 10 then 2 else 1 end as level, array_agg(id) as ids
  from placed where place > $1 group by 1
)
select count(*) from late, lateral graphile_worker.reschedule_jobs(ids, priority => level)`;

/** $1: jobs of each level to bring forward: the oldest ones that have waited for a while. */
const bringForwardSql = `/* bring_forward */
select count(*) from (
  select array_agg(j.id) as ids from generate_series(1, 3) as level, lateral (
    select id from graphile_worker._private_jobs
    where is_available and priority = level and run_at < now() - interval '10 seconds' order by run_at limit $1) j
) late, lateral graphile_worker.reschedule_jobs(ids, priority => 0)
where ids is not null and pg_try_advisory_xact_lock(hashtext('share_queue'))`;

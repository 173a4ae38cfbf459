import type { Sql } from '../../../../platform/database/database.js';

export interface FairSchedulingOptions {
  /** Due jobs at the head of the queue from which on it is crowded. */
  crowd?: number;
  /** Jobs of one workspace that keep their place in a crowded queue. */
  share?: number;
}

/** Jobs that are looked at in one statement. */
const lookedAt = 20_000;

/**
 * Keeps one workspace's backlog from starving the others. The queue serves what came first; where it is crowded, each
 * workspace keeps the first few of its jobs in place, and the rest goes behind what others bring: the more of them there
 * are, the further. So a newcomer waits for a share of each workspace, not for whole backlogs. What was put back is
 * brought forward little by little, so that it moves on even beside others who never pause.
 *
 * Costs a look at an index while the queue is short, and nothing at all at each run.
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

/** $1: jobs that make a crowd; a tenth of it where others were put back already. A server of one workspace has nobody to share with. */
const lookSql = `/* look_at_queue */ select behind, (select count(*) from (select from workspaces limit 2) w) > 1
    and (select count(*) from (select from graphile_worker._private_jobs where ${due} and priority = 0 limit $1) j)
      >= case when behind then $1 / 10 else $1 end as crowded
  from (select exists (
    select from graphile_worker._private_jobs where ${due} and priority between 1 and 3) as behind) b`;

/** $1: jobs of a workspace that keep their place. One process at a time, or two would move the same jobs. */
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

/** $1: jobs of each level that come forward: the oldest ones, where they have waited for a while. */
const bringForwardSql = `/* bring_forward */
select count(*) from (
  select array_agg(j.id) as ids from generate_series(1, 3) as level, lateral (
    select id from graphile_worker._private_jobs
    where is_available and priority = level and run_at < now() - interval '10 seconds' order by run_at limit $1) j
) late, lateral graphile_worker.reschedule_jobs(ids, priority => 0)
where ids is not null and pg_try_advisory_xact_lock(hashtext('share_queue'))`;

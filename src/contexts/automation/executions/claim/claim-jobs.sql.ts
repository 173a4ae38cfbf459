const queue = 'graphile_worker._private_jobs';
const due = 'is_available and run_at <= now()';

/**
 * Takes due jobs: of each workspace as many as there is room for, in order, one workspace after the other. $1: who takes
 * them, $2: due jobs to look at, $3, $4: runs and other jobs to take at most, $5, $6: workspaces and their room side by
 * side, $7: the room of any other workspace. Answers also with how many it looked at, and whose jobs were left.
 *
 * The short look skips what others are taking just now, the long one only what it would take itself: rows that are locked
 * and not taken cost more than a look that finds less.
 */
const claimJobsSql = (label: string, { seen, taken }: { seen: string; taken: string }) => `/* ${label} */
with due as materialized (
  select id, task_id, priority, run_at, payload ->> 'workspaceId' as workspace from ${queue}
  where ${due} order by priority, run_at limit $2::integer ${seen}
), placed as (
  select d.id, d.workspace, t.identifier = 'run' as is_run, row_number() over (
    partition by t.identifier = 'run', d.workspace order by d.priority, d.run_at, d.id) as place, d.priority, d.run_at
  from due d join graphile_worker._private_tasks t on t.id = d.task_id
  where t.identifier in ('run', 'settle_call', 'cancel_calls')
), fitting as (
  select p.*, row_number() over (partition by is_run order by place, priority, run_at, id) as turn from placed p
  where not is_run or place <= coalesce((
    select r.room from unnest($5::text[], $6::integer[]) as r(workspace, room) where r.workspace = p.workspace), $7::integer)
), picked as materialized (
  select id from fitting where turn <= case when is_run then $3::integer else $4::integer end
), locked as materialized (
  select j.id from ${queue} j where j.id in (select id from picked) and j.is_available ${taken}
), taken as (
  update ${queue} j set attempts = attempts + 1, locked_by = $1::text, locked_at = now()
  from graphile_worker._private_tasks t where j.id in (select id from locked) and t.id = j.task_id
  returning j.id, t.identifier as task, j.payload
)
select (select count(*) from due)::integer as seen,
  (select json_agg(json_build_object('id', id::text, 'task', task, 'key', payload)) from taken) as jobs,
  (select array_agg(distinct workspace) from placed where is_run and id not in (select id from picked)) as behind`;

export const claimFirstJobsSql = claimJobsSql('take_first_jobs', { seen: 'for update skip locked', taken: '' });
export const claimFairJobsSql = claimJobsSql('take_fair_jobs', { seen: '', taken: 'for update skip locked' });

/** $1: jobs that are done, $2: who had taken them. */
export const finishJobsSql = `/* finish_jobs */ delete from ${queue} where id = any($1::bigint[]) and locked_by = $2`;

/** $1: a job that failed, $2: who had taken it, $3: why. It comes again, later each time. */
export const putOffJobSql = `/* put_off_job */
update ${queue} set last_error = $3, run_at = greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second',
  locked_by = null, locked_at = null
where id = $1 and locked_by = $2`;

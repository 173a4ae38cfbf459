import { queue } from './finish-jobs.sql.js';

const due = 'is_available and run_at <= now()';

/**
 * Claims due jobs: of each workspace as many as it has free slots, in order, one workspace after the other. $1: the name
 * that locks them, $2: due jobs to read, $3, $4: executions and other jobs to claim at most, $5, $6: workspaces and their
 * free slots side by side, $7: the free slots of any other workspace. Also returns how many jobs it has read, and the
 * workspaces whose jobs were left.
 *
 * The short look skips jobs that other processes are claiming, the long one locks only those that it claims: rows that
 * are locked and not claimed cost more than a look that finds less.
 */
const claimJobsSql = (label: string, { seen, taken }: { seen: string; taken: string }) => `/* ${label} */
with due as materialized (
  select id, task_id, priority, run_at, payload ->> 'workspaceId' as workspace from ${queue}
  where ${due} order by priority, run_at limit $2::integer ${seen}
), ranked as (
  select d.id, d.workspace, t.identifier = 'run' as is_run, row_number() over (
    partition by t.identifier = 'run', d.workspace order by d.priority, d.run_at, d.id) as place, d.priority, d.run_at
  from due d join graphile_worker._private_tasks t on t.id = d.task_id
  where t.identifier in ('run', 'settle_call', 'cancel_calls')
), fitting as (
  select p.*, row_number() over (partition by is_run order by place, priority, run_at, id) as rank from ranked p
  where not is_run or place <= coalesce((
    select r.room from unnest($5::text[], $6::integer[]) as r(workspace, room) where r.workspace = p.workspace), $7::integer)
), picked as materialized (
  select id from fitting where rank <= case when is_run then $3::integer else $4::integer end
), locked as materialized (
  select j.id from ${queue} j where j.id in (select id from picked) and j.is_available ${taken}
), taken as (
  update ${queue} j set attempts = attempts + 1, locked_by = $1::text, locked_at = now()
  from graphile_worker._private_tasks t where j.id in (select id from locked) and t.id = j.task_id
  returning j.id, t.identifier as task, j.payload
)
select (select count(*) from due)::integer as seen,
  (select json_agg(json_build_object('id', id::text, 'task', task, 'key', payload)) from taken) as jobs,
  (select array_agg(distinct workspace) from ranked where is_run and id not in (select id from picked)) as behind`;

export const claimFirstJobsSql = claimJobsSql('take_first_jobs', { seen: 'for update skip locked', taken: '' });
export const claimFairJobsSql = claimJobsSql('take_fair_jobs', { seen: '', taken: 'for update skip locked' });

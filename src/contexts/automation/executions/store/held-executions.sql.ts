// Hot or in batches, under locks: what a worker holds is compared and released many at once.

/** $1: worker, $2: the executions it drives, $3: their fences. Returns those that it has lost, with these fences. */
export const lostExecutionsSql = `/* lost_executions */
select k.id, k.fence from unnest($2::uuid[], $3::integer[]) as k(id, fence)
where not exists (select from execution_claims c where c.worker_id = $1 and c.execution_id = k.id and c.fence = k.fence)`;

/**
 * $1: worker, $2, $3: executions and their fences side by side. Queues them with a raised fence, so that a driver that still
 * has one can write nothing more. An execution that was claimed again meanwhile is not changed. One that began while its
 * workspace was deleted is cancelled, because nobody can drive it.
 */
export const releaseExecutionsSql = `/* release_executions */
with locked as materialized (
  select c.workspace_id, c.execution_id, exists (select from workspaces w where w.id = c.workspace_id) as is_owned
  from unnest($2::uuid[], $3::integer[]) as k(id, fence) join execution_claims c on c.execution_id = k.id
  where c.worker_id = $1 and c.fence = k.fence order by c.execution_id for update of c
), dropped as (
  delete from execution_claims c using locked l
  where not l.is_owned and c.workspace_id = l.workspace_id and c.execution_id = l.execution_id
), cancelled as (
  update executions e set status = 'cancelled', finished_at = greatest(clock_timestamp(), started_at) from locked l
  where not l.is_owned and e.workspace_id = l.workspace_id and e.id = l.execution_id and e.status = 'running'
)
update execution_claims c set ready_at = now(), worker_id = null, fence = c.fence + 1 from locked l
where l.is_owned and c.workspace_id = l.workspace_id and c.execution_id = l.execution_id`;

/**
 * Queues the executions of workers that are dead, and of the worker $1 if it is not null: it stops. A worker without a row
 * is dead, too. The fence is raised, so that a worker that only seemed dead can write nothing more. It is compared, because
 * an execution may have been released and claimed by a living worker since the leases were read.
 */
export const reapExecutionsSql = `/* reap_executions */
with dead as materialized (
  select c.workspace_id, c.execution_id, c.fence from execution_claims c where c.worker_id is not null
    and (c.worker_id = $1 or not exists (select from workers w where w.id = c.worker_id))
), locked as materialized (
  select c.workspace_id, c.execution_id from dead d
  join execution_claims c on c.workspace_id = d.workspace_id and c.execution_id = d.execution_id
  where c.worker_id is not null and c.fence = d.fence order by c.execution_id for update of c
)
update execution_claims c set ready_at = now(), worker_id = null, fence = c.fence + 1,
  -- The execution may have caused the death. A worker that stops in order says nothing about its executions.
  takeovers = case when c.worker_id is not distinct from $1 then c.takeovers else least(c.takeovers + 1, 1000) end
from locked l where c.workspace_id = l.workspace_id and c.execution_id = l.execution_id`;

/** $1: worker, $2: the name under which it locks jobs, $3: seconds, $4: its limit of executions in flight of one workspace. */
export const renewLeaseSql = `/* renew_lease */
insert into workers (id, pool_id, lease_until, concurrency) values ($1, $2, now() + make_interval(secs => $3), $4)
on conflict (id) do update set pool_id = excluded.pool_id, lease_until = excluded.lease_until`;

/** $1: worker, $2: the executions it drives, $3: their fences. Returns those that it has lost. */
export const lostExecutionsSql = `/* lost_runs */
select k.id from unnest($2::uuid[], $3::integer[]) as k(id, fence)
where not exists (select from executions e where e.worker_id = $1 and e.id = k.id and e.fence = k.fence)`;

/** $1: worker. The executions that belong to it in the database. */
export const orphanedExecutionsSql = `/* orphaned_runs */ select id, fence from executions where worker_id = $1`;

/**
 * $1: worker, $2, $3: executions and their fences side by side. Requeues them with a raised fence, so that a driver that
 * still has one can write nothing more. An execution that was claimed again meanwhile is not changed.
 */
export const releaseExecutionsSql = `/* free_runs */
with freed as (
  update executions e set phase = 'queued', worker_id = null, fence = e.fence + 1
  from unnest($2::uuid[], $3::integer[]) as k(id, fence)
  where e.worker_id = $1 and e.id = k.id and e.fence = k.fence and e.status = 'running'
  returning e.workspace_id, e.id
)
select count(*) from freed, lateral graphile_worker.add_jobs(array[row('run',
  json_build_object('workspaceId', workspace_id, 'executionId', id), null, null, null, null, null, null
  )::graphile_worker.job_spec])`;

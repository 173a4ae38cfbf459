/** $1: worker, $2: its queue pool, $3: seconds. */
export const renewLeaseSql = `/* renew_lease */
insert into workers (id, pool_id, lease_until) values ($1, $2, now() + make_interval(secs => $3))
on conflict (id) do update set pool_id = excluded.pool_id, lease_until = excluded.lease_until`;

/** $1: worker, $2: the executions it drives, $3: their fences. Answers with those it drives no longer. */
export const lostRunsSql = `/* lost_runs */
select k.id from unnest($2::uuid[], $3::integer[]) as k(id, fence)
where not exists (select from executions e where e.worker_id = $1 and e.id = k.id and e.fence = k.fence)`;

/**
 * Frees what dead workers held. Their runs go back to the queue with a raised fence, so that a worker which only
 * seemed dead can write nothing more; their queue jobs, which the queue itself would keep for hours, are unlocked.
 */
export const reapWorkersSql = `/* reap_workers */
with dead as (
  delete from workers where id in (
    select id from workers where lease_until < now() for update skip locked)
  returning id, pool_id
), freed as (
  update executions e set phase = 'queued', worker_id = null, fence = e.fence + 1
  from dead where e.worker_id = dead.id and e.status = 'running'
  returning e.workspace_id, e.id
), unlocked as (
  select graphile_worker.force_unlock_workers(array(select pool_id from dead))
), jobs as (
  select count(*) from freed, lateral graphile_worker.add_jobs(array[row('run',
    json_build_object('workspaceId', workspace_id, 'executionId', id), null, null, null, null, null, null
    )::graphile_worker.job_spec])
)
select (select count(*) from dead)::integer as workers, (select count(*) from freed)::integer as runs,
  (select count from jobs) as jobs, (select count(*) from unlocked) as unlocked`;

/** $1: worker. On a clean stop, after its last run left. */
export const dropLeaseSql = `/* drop_lease */ delete from workers where id = $1`;

/**
 * $1: seconds. Unlocks jobs of processes that died before their lease was written. Reads the whole queue, so it is
 * done rarely.
 */
export const sweepJobsSql = `/* sweep_jobs */
select graphile_worker.force_unlock_workers(array(
  select distinct j.locked_by from graphile_worker.jobs j
  where j.locked_at < now() - make_interval(secs => $1)
    and not exists (select from workers w where w.pool_id = j.locked_by)))`;

/** $1: worker. Executions that are its own by the database. */
export const orphanedRunsSql = `/* orphaned_runs */ select id from executions where worker_id = $1`;

/** $1: worker, $2: executions. Gives them back to the queue, out of reach of whatever still believes to drive them. */
export const freeRunsSql = `/* free_runs */
with freed as (
  update executions set phase = 'queued', worker_id = null, fence = fence + 1
  where worker_id = $1 and id = any($2::uuid[]) and status = 'running'
  returning workspace_id, id
)
select count(*) from freed, lateral graphile_worker.add_jobs(array[row('run',
  json_build_object('workspaceId', workspace_id, 'executionId', id), null, null, null, null, null, null
  )::graphile_worker.job_spec])`;

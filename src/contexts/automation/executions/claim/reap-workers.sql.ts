/**
 * $1: a worker that stops, or null. Releases what it and dead workers hold. A worker without a row is dead, too: it
 * claimed after its row was deleted, and died before it could renew the lease. Their executions are requeued with a
 * raised fence, so that a worker that only seemed dead can write nothing more. Their jobs, which the queue itself would
 * keep locked for hours, are unlocked.
 */
export const reapWorkersSql = `/* reap_workers */
with dead as (
  delete from workers where id in (
    select id from workers where lease_until < now() or id = $1 for update skip locked)
  returning id, pool_id
), freed as (
  update executions e set phase = 'queued', worker_id = null, fence = e.fence + 1,
    -- The execution may have caused the death. A worker that stops in order says nothing about its executions.
    takeovers = case when e.worker_id is not distinct from $1 then e.takeovers else least(e.takeovers + 1, 1000) end
  where e.worker_id is not null and e.status = 'running'
    and (e.worker_id in (select id from dead) or not exists (select from workers w where w.id = e.worker_id))
  returning e.workspace_id, e.id
), unlocked as (
  -- Reads the whole queue, so only if a worker died.
  select graphile_worker.force_unlock_workers(array_agg(pool_id)) from dead having count(*) > 0
), jobs as (
  select count(*) from freed, lateral graphile_worker.add_jobs(array[row('run',
    json_build_object('workspaceId', workspace_id, 'executionId', id), null, null, null, null, null, null
    )::graphile_worker.job_spec])
)
select (select count(*) from dead)::integer as workers, (select count(*) from freed)::integer as runs,
  (select count from jobs) as jobs, (select count(*) from unlocked) as unlocked`;

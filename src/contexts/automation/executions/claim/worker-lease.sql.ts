/** $1: worker, $2: under which name it takes jobs, $3: seconds, $4: runs of one workspace that it has in flight at once. */
export const renewLeaseSql = `/* renew_lease */
insert into workers (id, pool_id, lease_until, concurrency) values ($1, $2, now() + make_interval(secs => $3), $4)
on conflict (id) do update set pool_id = excluded.pool_id, lease_until = excluded.lease_until`;

/** $1: worker, $2: the executions it drives, $3: their fences. Answers with those it drives no longer. */
export const lostExecutionsSql = `/* lost_runs */
select k.id from unnest($2::uuid[], $3::integer[]) as k(id, fence)
where not exists (select from executions e where e.worker_id = $1 and e.id = k.id and e.fence = k.fence)`;

/**
 * $1: a worker that leaves, or null. Frees what it and what dead workers held; a worker without a row is dead, too: it
 * claimed after its lease was taken, and ended before it could renew it. Their runs go back to the queue with a raised
 * fence, so that a worker which only seemed dead can write nothing more; their queue jobs, which the queue itself would
 * keep for hours, are unlocked.
 */
export const reapWorkersSql = `/* reap_workers */
with dead as (
  delete from workers where id in (
    select id from workers where lease_until < now() or id = $1 for update skip locked)
  returning id, pool_id
), freed as (
  update executions e set phase = 'queued', worker_id = null, fence = e.fence + 1,
    -- It may have been the run that ended it. A worker that releases in order tells nothing about its runs.
    takeovers = case when e.worker_id is not distinct from $1 then e.takeovers else least(e.takeovers + 1, 1000) end
  where e.worker_id is not null and e.status = 'running'
    and (e.worker_id in (select id from dead) or not exists (select from workers w where w.id = e.worker_id))
  returning e.workspace_id, e.id
), unlocked as (
  -- Reads the whole queue, so only when somebody died.
  select graphile_worker.force_unlock_workers(array_agg(pool_id)) from dead having count(*) > 0
), jobs as (
  select count(*) from freed, lateral graphile_worker.add_jobs(array[row('run',
    json_build_object('workspaceId', workspace_id, 'executionId', id), null, null, null, null, null, null
    )::graphile_worker.job_spec])
)
select (select count(*) from dead)::integer as workers, (select count(*) from freed)::integer as runs,
  (select count from jobs) as jobs, (select count(*) from unlocked) as unlocked`;

/**
 * $1: seconds, $2: the queue pool of this process, $3: executions it has in hand. Unlocks jobs that nobody works on:
 * those of processes that died before their lease was written, and those whose answer to us was lost with its
 * connection. Reads the whole queue, so it is done rarely.
 */
export const sweepJobsSql = `/* sweep_jobs */
select graphile_worker.force_unlock_workers(array_agg(distinct j.locked_by)) from graphile_worker._private_jobs j
where j.locked_at < now() - make_interval(secs => $1)
  and (not exists (select from workers w where w.pool_id = j.locked_by)
    or (j.locked_by = $2 and not j.payload ->> 'executionId' = any($3::text[])))
having count(*) > 0`;

/**
 * Gives a new job to each run that waits for none: its job was used up by crashes, or the queue was emptied. A run
 * that leaves its worker gets its job in the same transaction, so one snapshot shows both. Reads the whole queue.
 */
export const requeueExecutionsSql = `/* requeue_runs */
with pending as materialized (
  select payload ->> 'executionId' as id from graphile_worker._private_jobs where attempts < max_attempts
), lost as (
  select e.workspace_id, e.id from executions e
  where e.status = 'running' and e.worker_id is null and not e.awaits_slot
    -- Nothing but a signal wakes these, which brings its own job.
    and not (e.phase = 'waiting' and e.resume_at is null)
    and coalesce(e.resume_at, e.created_at) < now() - interval '1 minute'
    and not exists (select from pending p where p.id = e.id::text)
)
select count(*)::integer as runs from lost, lateral graphile_worker.add_jobs(array[row('run',
  json_build_object('workspaceId', workspace_id, 'executionId', id), null, null, null, null, null, null
  )::graphile_worker.job_spec])`;

/** Jobs whose attempts are used up do nothing any more; their runs have new ones. */
export const dropUsedUpJobsSql = `/* drop_used_up_jobs */
select count(*) from graphile_worker.complete_jobs(array(
  select j.id from graphile_worker.jobs j
  where j.task_identifier = 'run' and j.attempts >= j.max_attempts and j.locked_at is null))`;

/** $1: worker. Executions that are its own by the database. */
export const orphanedExecutionsSql = `/* orphaned_runs */ select id, fence from executions where worker_id = $1`;

/**
 * $1: worker, $2, $3: executions and their fences side by side. Gives them back to the queue, out of reach of whatever
 * still believes to drive them; one that was claimed anew meanwhile stays.
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

/**
 * $1: seconds, $2: the queue pool of this process, $3: executions it has in flight. Unlocks jobs that no process works on:
 * those of processes that died before their lease was written, and those whose response was lost with its connection.
 * Reads the whole queue, so it is run rarely.
 */
export const sweepJobsSql = `/* sweep_jobs */
select graphile_worker.force_unlock_workers(array_agg(distinct j.locked_by)) from graphile_worker._private_jobs j
where j.locked_at < now() - make_interval(secs => $1)
  and (not exists (select from workers w where w.pool_id = j.locked_by)
    or (j.locked_by = $2 and not j.payload ->> 'executionId' = any($3::text[])))
having count(*) > 0`;

/**
 * Adds a job for each queued execution without one: its job was used up by crashes, or the queue was emptied. An execution
 * gets its job in the same transaction that releases it, so one snapshot shows both. Reads the whole queue.
 */
export const requeueExecutionsSql = `/* requeue_runs */
with pending as materialized (
  select payload ->> 'executionId' as id from graphile_worker._private_jobs where attempts < max_attempts
), lost as (
  select e.workspace_id, e.id from executions e
  where e.status = 'running' and e.worker_id is null and not e.awaits_slot
    -- Only a signal wakes these, and adds a job itself.
    and not (e.phase = 'waiting' and e.resume_at is null)
    and coalesce(e.resume_at, e.created_at) < now() - interval '1 minute'
    and not exists (select from pending p where p.id = e.id::text)
)
select count(*)::integer as runs from lost, lateral graphile_worker.add_jobs(array[row('run',
  json_build_object('workspaceId', workspace_id, 'executionId', id), null, null, null, null, null, null
  )::graphile_worker.job_spec])`;

/** Deletes jobs whose attempts are used up: their executions have new ones. */
export const dropUsedUpJobsSql = `/* drop_used_up_jobs */
select count(*) from graphile_worker.complete_jobs(array(
  select j.id from graphile_worker.jobs j
  where j.task_identifier = 'run' and j.attempts >= j.max_attempts and j.locked_at is null))`;

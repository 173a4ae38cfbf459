import type { Database, Sql } from '../../platform/database/database.js';
import { AppError, notFound } from '../../platform/errors.js';
import { requireId, type Scope } from '../../platform/graphql/context.js';
import { giveTurnsSql, unlimited } from './turns.sql.js';

/**
 * Ends a running execution at once, and the runs that it called and waits for. Works alike on queued, active and waiting
 * runs, with a live worker or a dead one.
 * @throws AppError NOT_FOUND, EXECUTION_NOT_RUNNING
 */
export async function cancelExecution(scope: Scope, id: string): Promise<void> {
  const status = await endRun(scope.services.db, scope.workspaceId, requireId(id, 'The execution'));
  if (status === null) throw notFound('The execution');
  if (status === 'running') return;
  throw new AppError('EXECUTION_NOT_RUNNING', `Only a running execution can be cancelled; this one is ${status}.`);
}

/**
 * Cancels a run: raises its fence, so that whoever drives it can write nothing more, and tells that worker to stop what
 * it does. What this means for its caller and for runs it called is a job of the same transaction.
 * @returns the status in which it was found: `running` where it was cancelled; null for no run at all
 */
export async function endRun(db: Database, workspaceId: string, id: string): Promise<string | null> {
  // Bounded: each round lost means that the run itself wrote a checkpoint meanwhile.
  for (let round = 0; round < 50; round++) {
    const status = await db.within(workspaceId).transaction((sql) => tryCancel(sql, workspaceId, id));
    if (status !== 'late') return status;
  }
  throw new AppError('UNAVAILABLE', 'The run is changing too fast to be cancelled right now. Try again.', undefined, 1);
}

/** `late` when this transaction is older than the run's last event: its own event would sort before that one. */
async function tryCancel(sql: Sql, workspaceId: string, id: string): Promise<string | null> {
  const { rows } = await sql.query<{ status: string; flow_id: string; frees_place: boolean }>(
    `/* lock_execution */ select status, flow_id, worker_id is not null and max_concurrent < ${unlimited} as frees_place from executions where workspace_id = $1 and id = $2 for update`,
    [workspaceId, id],
  );
  const execution = rows[0];
  if (!execution) return null;
  if (execution.status !== 'running') return execution.status;
  const { rows: order } = await sql.query<{ late: boolean }>(
    `/* event_order */ select coalesce((select tx from execution_events
       where workspace_id = $1 and execution_id = $2 order by tx desc, id desc limit 1) >= pg_current_xact_id(), false) as late`,
    [workspaceId, id],
  );
  if (order[0]?.late) return 'late';
  await sql.query(cancelSql, [workspaceId, id, execution.flow_id]);
  if (execution.frees_place) await sql.query(giveTurnsSql, [workspaceId, execution.flow_id]);
  return 'running';
}

const cancelSql = `/* cancel_execution */
with run as (
  update executions set status = 'cancelled', phase = 'done', fence = fence + 1, worker_id = null, resume_at = null,
    awaits_turn = false, finished_at = now()
  where workspace_id = $1 and id = $2
  returning parent_step_id
), steps as (
  update execution_steps set status = 'cancelled', finished_at = now(), resume_at = null
  where workspace_id = $1 and execution_id = $2 and status in ('running', 'waiting')
  returning node_id, iteration, attempt, node_type
), deaf as (
  delete from event_waits where workspace_id = $1 and execution_id = $2
), event as (
  insert into execution_events (workspace_id, execution_id, flow_id, steps, execution)
  select $1, $2, $3, coalesce((select json_agg(json_build_object(
      'nodeId', node_id, 'iteration', iteration, 'status', 'cancelled', 'attempt', attempt)) from steps), '[]'),
    '{"status":"cancelled","phase":"done"}'
), jobs as (
  select count(*) from (
    select 'settle_call' as task from run where parent_step_id is not null
    union all select distinct 'cancel_calls' from steps where node_type = 'flow.call'
  ) j, lateral graphile_worker.add_jobs(array[row(task,
    json_build_object('workspaceId', $1::uuid, 'executionId', $2::uuid), null, null, null, null, null, null
    )::graphile_worker.job_spec])
)
select pg_notify('execution_events', ''), pg_notify('execution_stopped', $2::text), (select count from jobs)`;

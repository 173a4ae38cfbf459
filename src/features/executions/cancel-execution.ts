import type pg from 'pg';
import { AppError, notFound } from '../../platform/errors.js';
import { requireId, type Scope } from '../../platform/graphql/context.js';

/**
 * Ends a running execution at once: raises its fence, so that whoever drives it can write nothing more, and tells that
 * worker to stop what it does. Works alike on queued, active and waiting runs, with a live worker or a dead one.
 * @throws AppError NOT_FOUND, EXECUTION_NOT_RUNNING
 */
export async function cancelExecution(scope: Scope, id: string): Promise<void> {
  requireId(id, 'The execution');
  // Bounded: each round lost means that the run itself wrote a checkpoint meanwhile.
  for (let round = 0; round < 50; round++) {
    const done = await scope.services.db.transaction((sql) => tryCancel(sql, scope, id));
    if (done) return;
  }
  throw new AppError('UNAVAILABLE', 'The run is changing too fast to be cancelled right now. Try again.', undefined, 1);
}

/** False when this transaction is older than the run's last event: its own event would sort before that one. */
async function tryCancel(sql: pg.PoolClient, { workspaceId }: Scope, id: string): Promise<boolean> {
  const { rows } = await sql.query<{ status: string; flow_id: string }>(
    `/* lock_execution */ select status, flow_id from executions where workspace_id = $1 and id = $2 for update`,
    [workspaceId, id],
  );
  const execution = rows[0];
  if (!execution) throw notFound('The execution');
  if (execution.status !== 'running') {
    throw new AppError(
      'EXECUTION_NOT_RUNNING',
      `Only a running execution can be cancelled; this one is ${execution.status}.`,
    );
  }
  const { rows: order } = await sql.query<{ late: boolean }>(
    `/* event_order */ select coalesce((select tx from execution_events
       where workspace_id = $1 and execution_id = $2 order by tx desc, id desc limit 1) >= pg_current_xact_id(), false) as late`,
    [workspaceId, id],
  );
  if (order[0]?.late) return false;
  await sql.query(cancelSql, [workspaceId, id, execution.flow_id]);
  return true;
}

const cancelSql = `/* cancel_execution */
with run as (
  update executions set status = 'cancelled', phase = 'done', fence = fence + 1, worker_id = null, resume_at = null,
    finished_at = now()
  where workspace_id = $1 and id = $2
), steps as (
  update execution_steps set status = 'cancelled', finished_at = now(), resume_at = null
  where workspace_id = $1 and execution_id = $2 and status in ('running', 'waiting')
  returning node_id, iteration, attempt
), event as (
  insert into execution_events (workspace_id, execution_id, flow_id, steps, execution)
  select $1, $2, $3, coalesce((select json_agg(json_build_object(
      'nodeId', node_id, 'iteration', iteration, 'status', 'cancelled', 'attempt', attempt)) from steps), '[]'),
    '{"status":"cancelled","phase":"done"}'
)
select pg_notify('execution_events', ''), pg_notify('execution_stopped', $2::text)`;

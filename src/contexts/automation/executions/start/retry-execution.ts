import { v7 as uuidv7 } from 'uuid';
import { AppError, notFound } from '../../../../platform/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import { meterExecutionsSql } from '../../../billing/usage/index.js';
import { runContext } from '../drive/execution-secrets.js';
import type { StartedExecution } from '../execution.object.js';

/**
 * Starts a run that has ended once more: the same version, trigger and data. From `failed`, what it finished stands in
 * the new run as it is; loops that did not come to their end go on with the item that failed.
 * @param from null: `failed` unless the run completed
 * @throws AppError NOT_FOUND; CONFLICT for a run that has not ended, or that completed and is to go on where it failed
 */
export async function retryExecution(
  scope: Scope,
  executionId: string,
  from: 'start' | 'failed' | null,
): Promise<StartedExecution> {
  const { workspaceId } = scope;
  const { rows } = await scope.sql.query<{ status: string; encrypted: string | null }>(
    '/* ended_execution */ select status, encrypted from executions where workspace_id = $1 and id = $2',
    [workspaceId, requireId(executionId, 'execution')],
  );
  const status = rows[0]?.status;
  if (status === undefined) throw notFound('execution');
  if (status === 'running') {
    throw new AppError('CONFLICT', 'The execution has not ended yet. Wait for its end, or cancel it first.');
  }
  if (from === 'failed' && status === 'completed') {
    throw new AppError('CONFLICT', 'The execution completed: no step failed. Run all of it again with from: "start".');
  }
  const keeps = (from ?? (status === 'completed' ? 'start' : 'failed')) === 'failed';
  const id = uuidv7();
  // What has ended changes no more, so one statement without a lock copies it whole.
  const encrypted = rows[0]?.encrypted ? await reencrypted(scope, rows[0].encrypted, executionId, id) : null;
  await scope.sql.query(retrySql, [workspaceId, executionId, id, keeps, encrypted]);
  return { executionId: id };
}

/** What a run holds sealed is bound to its id. What its steps hold is bound to theirs, which they keep. */
async function reencrypted(
  { services, workspaceId }: Scope,
  encrypted: string,
  from: string,
  to: string,
): Promise<string> {
  const text = await services.vault.open(workspaceId, encrypted, runContext(from));
  return services.vault.encrypt(workspaceId, text, runContext(to));
}

/**
 * $1: workspace, $2: the ended execution, $3: the new one, $4: whether finished steps stand, $5: its sealed data. A step that failed by no
 * handle, that was cancelled or that stopped the run is done again; those skipped because of it are decided anew. An
 * open loop keeps its items, which the steps of its body belong to.
 */
const retrySql = `/* retry_execution */
with source as (
  select * from executions where workspace_id = $1 and id = $2
), run as (
  insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, start_node_id, trigger_data,
    max_concurrent, mocks, encrypted, parent_execution_id, retry_of, chain, call_depth, started_at, created_at)
  select $3, workspace_id, flow_id, flow_name, flow_version, trigger, start_node_id, trigger_data,
    max_concurrent, mocks, $5, parent_execution_id, id, chain, call_depth, now(), now() from source
), steps as (
  insert into execution_steps (workspace_id, execution_id, node_id, iteration, id, node_type, name, attempt, status,
    handle, input, output, variables, logs, error, truncated, encrypted, started_at, finished_at)
  select s.workspace_id, $3, node_id, iteration, id, node_type, name, attempt,
    case when open then 'running' else status end, case when open then 'item' else handle end,
    input, output, variables, logs, case when open then null else error end, truncated, encrypted, started_at,
    case when open then null else finished_at end
  from execution_steps s, lateral (select node_type = 'logic.loop' and status in ('failed', 'cancelled')
    and coalesce(handle, 'item') = 'item' and json_typeof(output -> 'items') = 'array' as open) o
  where $4 and s.workspace_id = $1 and s.execution_id = $2 and node_type <> 'logic.stop'
    and (status = 'completed' or (status = 'failed' and handle is not null) or open)
), event as (
  insert into execution_events (workspace_id, execution_id, flow_id, steps, execution)
  select workspace_id, $3, flow_id, '[]', '{"status":"running","phase":"queued"}' from source
), usage as (
  ${meterExecutionsSql('select workspace_id, $3::uuid as id, flow_id, trigger from source')}
)
select pg_notify('execution_events', ''), (
  select count(*) from graphile_worker.add_jobs(array[row('run',
    json_build_object('workspaceId', $1::uuid, 'executionId', $3::uuid), null, null, null, null, null, null
    )::graphile_worker.job_spec]))`;

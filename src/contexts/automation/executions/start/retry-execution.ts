import { v7 as uuidv7 } from 'uuid';
import { AppError, notFound } from '../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import { meterExecutionsSql } from '../../../billing/usage/index.js';
import { runContext } from '../drive/execution-secrets.js';
import type { StartedExecution } from '../execution.object.js';
import { eventsChannel } from '../log/execution-feed.js';
import { startQuota } from './start-quota.js';

/**
 * Starts an ended execution again, with the same version, trigger and data. With `failed`, completed steps are copied
 * to the new execution; loops that did not complete continue with the item that failed.
 * @param from null: `failed` unless the execution completed
 * @throws AppError NOT_FOUND; CONFLICT if the execution has not ended, or has completed and `from` is `failed`;
 *   QUOTA_EXCEEDED
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
    throw new AppError('CONFLICT', 'The execution must have ended. Wait for its end, or cancel it first.');
  }
  if (from === 'failed' && status === 'completed') {
    throw new AppError(
      'CONFLICT',
      'The execution has completed: no step failed. Use from: "start" to run all steps again.',
    );
  }
  const keeps = (from ?? (status === 'completed' ? 'start' : 'failed')) === 'failed';
  const id = uuidv7();
  await scope.services.get(startQuota).require(scope.sql, workspaceId);
  // An ended execution never changes, so one statement without a lock copies all of it.
  const encrypted = rows[0]?.encrypted ? await reencrypted(scope, rows[0].encrypted, executionId, id) : null;
  await scope.sql.query(retrySql, [workspaceId, executionId, id, keeps, encrypted]);
  scope.services.notifier.notify(eventsChannel);
  return { executionId: id };
}

/** The encrypted data of an execution is bound to its ID. That of its steps is bound to theirs, which they keep. */
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
 * $1: workspace, $2: the ended execution, $3: the new one, $4: whether completed steps are kept, $5: its encrypted
 * data. A step that failed without a handle, was cancelled or stopped the execution runs again; steps skipped because
 * of it are decided anew. An open loop keeps its items, to which the steps of its body belong.
 */
const retrySql = `/* retry_execution */
with source as (
  select * from executions where workspace_id = $1 and id = $2
), run as (
  insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, start_node_id, trigger_data,
    mocks, encrypted, parent_execution_id, retry_of, chain, call_depth, root_id, started_at, created_at)
  select $3, workspace_id, flow_id, flow_name, flow_version, trigger, start_node_id, trigger_data,
    mocks, $5, parent_execution_id, id, chain, call_depth, root_id, now(), now() from source
), claim as (
  insert into execution_claims (workspace_id, execution_id, flow_id, ready_at, max_concurrent)
  select workspace_id, $3, flow_id, now(), coalesce((select (f.settings ->> 'maxConcurrent')::smallint from flows f
    where f.workspace_id = s.workspace_id and f.id = s.flow_id), 10) from source s
), steps as (
  insert into execution_steps (workspace_id, execution_id, node_id, iteration, id, node_type, name, attempt, status,
    handle, input, output, variables, logs, error, truncated, encrypted, started_at, finished_at, seq,
    interruptions)
  select s.workspace_id, $3, node_id, iteration, id, node_type, name, attempt,
    case when open then 'running' else status end, case when open then 'item' else handle end,
    input, output, variables, logs, case when open then null else error end, truncated, encrypted, started_at,
    case when open then null else finished_at end, case when open then null else seq end, interruptions
  from execution_steps s, lateral (select node_type = 'logic.loop' and status in ('failed', 'cancelled')
    and coalesce(handle, 'item') = 'item' and json_typeof(output -> 'items') = 'array' as open) o
  where $4 and s.workspace_id = $1 and s.execution_id = $2 and node_type <> 'logic.stop'
    and (status = 'completed' or (status = 'failed' and handle is not null) or open)
), event as (
  insert into execution_events (workspace_id, execution_id, fence, n, flow_id, steps, execution)
  select workspace_id, $3, 0, 0, flow_id, '[]', '{"status":"running","phase":"queued"}' from source
), usage as (
  ${meterExecutionsSql('select workspace_id, $3::uuid as id, flow_id, trigger from source')}
)
select pg_notify('executions_ready', '')`;

import { meterExecutionsSql } from '../../../billing/usage/index.js';
import { claimKeysSql } from '../checkpoint/idempotency-keys.sql.js';
import { shareBlobsSql } from '../values/blobs.js';
import type { Idempotency } from './new-execution.js';

/** Parameters of `retryExecutionSql` in this order. */
export interface RetryRow {
  workspaceId: string;
  /** The ended execution. */
  source: string;
  /** The new execution. */
  id: string;
  /** Whether completed steps are kept. */
  keeps: boolean;
  /** The encrypted trigger data. */
  encrypted: string | null;
  /** The nodes whose steps are kept; null for all. */
  keptNodeIds: readonly string[] | null;
  /** The version of the flow and its name; null for those of the source. */
  version: number | null;
  name: string | null;
  /** New trigger data as JSON; null for that of the source. */
  triggerData: string | null;
  idempotency: Idempotency | null;
}

/** The values of `retryExecutionSql`. */
export function retryValues({ idempotency, ...row }: RetryRow): unknown[] {
  const { workspaceId, source, id, keeps, encrypted, keptNodeIds, version, name, triggerData } = row;
  const key = [idempotency?.key ?? null, idempotency?.hash ?? null];
  return [workspaceId, source, id, keeps, encrypted, keptNodeIds, version, name, triggerData, ...key];
}

/**
 * See `RetryRow` for the parameters. Nothing is started if the key belongs to another execution, which is returned. An
 * ended execution never changes, so one statement without a lock copies all of it. A step that failed without a handle,
 * was cancelled or stopped the execution runs again; steps skipped because of it are decided anew. An open loop keeps
 * its items, to which the steps of its body belong.
 */
export const retryExecutionSql = `/* retry_execution */
with source as (
  select * from executions where workspace_id = $1 and id = $2
), keys as (
  ${claimKeysSql(`select workspace_id, flow_id, $10::text, decode($11, 'hex'), $3::uuid from source where $10 is not null`)}
), fresh as (
  select * from source where $10 is null or exists (select from keys where execution_id = $3)
), run as (
  insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, start_node_id, trigger_data,
    mocks, encrypted, parent_execution_id, retry_of, chain, call_depth, root_id, started_at, created_at)
  select $3, workspace_id, flow_id, coalesce($8, flow_name), coalesce($7, flow_version), trigger, start_node_id,
    coalesce($9, trigger_data), mocks, $5, parent_execution_id, id, chain, call_depth, root_id, now(), now() from fresh
), claim as (
  insert into execution_claims (workspace_id, execution_id, flow_id, ready_at, max_concurrent)
  select workspace_id, $3, flow_id, now(), coalesce((select (f.settings ->> 'maxConcurrent')::smallint from flows f
    where f.workspace_id = s.workspace_id and f.id = s.flow_id), 10) from fresh s
), steps as (
  insert into execution_steps (workspace_id, execution_id, node_id, iteration, id, node_type, name, attempt, status,
    handle, input, output, variables, logs, error, truncated, encrypted, started_at, finished_at, seq,
    interruptions)
  select s.workspace_id, $3, node_id, iteration, id, node_type, name, attempt,
    case when open then 'running' else status end, case when open then 'item' else handle end,
    input, output, variables, logs, case when open then null else error end, truncated, encrypted, started_at,
    case when open then null else finished_at end, case when open then null else seq end, interruptions
  from execution_steps s, lateral (select node_type = 'logic.loop' and status in ('failed', 'cancelled')
    and coalesce(handle, 'item') = 'item'
    and (json_typeof(output -> 'items') = 'array' or output -> '$blob' is not null) as open) o
  where $4 and s.workspace_id = $1 and s.execution_id = $2 and node_type <> 'logic.stop'
    and (status = 'completed' or (status = 'failed' and handle is not null) or open)
    and ($6::text[] is null or node_id = any($6)) and exists (select from fresh)
), blobs as (
  ${shareBlobsSql}
), event as (
  insert into execution_events (workspace_id, execution_id, fence, n, flow_id, steps, execution)
  select workspace_id, $3, 0, 0, flow_id, '[]', '{"status":"running","phase":"queued"}' from fresh
), usage as (
  ${meterExecutionsSql('select workspace_id, $3::uuid as id, flow_id, trigger from fresh')}
)
select coalesce((select execution_id from keys), $3) as "executionId",
  coalesce((select request_hash <> decode($11, 'hex') from keys), false) as conflict,
  pg_notify('executions_ready', '')`;

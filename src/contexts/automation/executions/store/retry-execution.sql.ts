import { traceHeaders } from '../../../../platform/tracing/tracing.js';
import { meterExecutionsSql } from '../../../billing/usage/index.js';
import type { ExecutionControl } from './execution-control.js';
import { controlsChannel, lookAtKeysSql } from './flow-controls.sql.js';
import { claimKeysSql } from './idempotency-keys.sql.js';
import type { Idempotency } from './new-execution.js';
import { shareBlobsSql } from './values/blobs.js';

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
  /** The user or API key that retries. */
  runAs: string;
  /** Set if the flow has a control, which decides when it may run. */
  control: ExecutionControl | null;
  /** For each loop the nodes that lead to its results, and those whose failure is one; none if no steps are kept. */
  loops: readonly { loop: string; nodes: readonly string[]; failing: readonly string[] }[];
}

/** The values of `retryExecutionSql`. */
export function retryValues({ idempotency, loops, runAs, control, ...row }: RetryRow): unknown[] {
  const { workspaceId, source, id, keeps, encrypted, keptNodeIds, version, name, triggerData } = row;
  const key = [idempotency?.key ?? null, idempotency?.hash ?? null];
  return [
    workspaceId,
    source,
    id,
    keeps,
    encrypted,
    keptNodeIds,
    version,
    name,
    triggerData,
    ...key,
    JSON.stringify(loops),
    runAs,
    traceHeaders().traceparent ?? null,
    control?.key ?? null,
    control?.rank ?? null,
  ];
}

const ofSource = 's.workspace_id = $1 and s.execution_id = $2';
const within = (step: string, index: string) =>
  `case when ${step}.iteration = '' then '' else ${step}.iteration || '.' end || ${index}`;
/** Of the nodes whose steps are kept. */
const isKept = '($6::text[] is null or s.node_id = any($6))';

/**
 * Recursion, and all rows of an execution in one statement. See `RetryRow` for the parameters. Nothing is started if the key
 * belongs to another execution, which is returned. An ended execution never changes, so one statement without a lock copies
 * all of it. A step that failed without a handle, was cancelled or stopped the execution runs again; steps skipped because of
 * it are decided anew. A loop that did not complete is opened again where it was: `walked` has the steps at the top level and
 * of its open items, `results` and `kept` what its finished items leave behind.
 */
export const retryExecutionSql = `/* retry_execution */
with recursive source as (
  select * from executions where workspace_id = $1 and id = $2
), keys as (
  ${claimKeysSql(`select workspace_id, flow_id, $10::text, decode($11, 'hex'), $3::uuid from source where $10 is not null`)}
), fresh as (
  select * from source where $10 is null or exists (select from keys where execution_id = $3)
), walked as (
  select s.*, o.opens from execution_steps s cross join lateral (${opensSql()}) o
  where $4 and ${ofSource} and s.iteration = '' and ${isKept}
  union all
  select found.* from (
    select distinct ${within('w', 'o.index')} as iteration
    from walked w cross join lateral json_array_elements_text(w.progress -> 'open') as o(index) where w.opens
  ) opened cross join lateral (
    select s.*, o.opens from execution_steps s cross join lateral (${opensSql()}) o
    where ${ofSource} and s.iteration = opened.iteration and ${isKept} offset 0
  ) found
), results as (
  select distinct s.iteration, s.node_id
  from walked w join json_to_recordset($12::json) as r("loop" text, "nodes" json, "failing" json) on r."loop" = w.node_id
  cross join lateral generate_series(0, (w.progress ->> 'next')::integer - 1) as i(index)
  cross join lateral (
    select s.iteration, s.node_id from execution_steps s
    where ${ofSource} and s.iteration = ${within('w', 'i.index')} and ${isKept}
      and (s.node_id in (select json_array_elements_text(r."nodes")) or s.status = 'failed' and s.handle is null
        and s.node_id in (select json_array_elements_text(r."failing")))
    offset 0
  ) s
  where w.opens
), kept as (
  select k."iteration" as iteration, k."nodeId" as node_id
  from walked w cross join lateral json_to_recordset(w.progress -> 'reads') as k("iteration" text, "nodeId" text)
  where w.progress is not null and k."nodeId" is not null
), chosen as (
  select * from walked where node_type <> 'logic.stop'
    and (status = 'completed' or (status = 'failed' and handle is not null) or opens)
  union all
  select s.* from (select * from results union select * from kept) k cross join lateral (
    select s.*, false as opens from execution_steps s
    where ${ofSource} and s.iteration = k.iteration and s.node_id = k.node_id and ${isKept} offset 0
  ) s
  where k.iteration not in (select iteration from walked)
), run as (
  insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, start_node_id, trigger_node_id, trigger_data, request,
    mocks, simulated, encrypted, parent_execution_id, retry_of, chain, call_depth, root_id, run_as, traceparent, started_at, created_at)
  select $3, workspace_id, flow_id, coalesce($8, flow_name), coalesce($7, flow_version), trigger, start_node_id, trigger_node_id,
    coalesce($9, trigger_data), request, mocks, case when $7::integer is null then simulated end, $5, parent_execution_id, id, chain, call_depth, root_id, $13::uuid, $14, now(), now() from fresh
), claim as (
  insert into execution_claims (workspace_id, execution_id, flow_id, ready_at, max_concurrent, control_key, control_rank, control_state)
  select workspace_id, $3, flow_id, case when $15::text is null then now() end,
    coalesce((select (f.settings ->> 'maxConcurrent')::smallint from flows f
    where f.workspace_id = s.workspace_id and f.id = s.flow_id), 10),
    $15, $16::smallint, case when $15 is not null then 'waits' end from fresh s
), held as (
  ${lookAtKeysSql('select workspace_id, flow_id, $15, now() from fresh where $15 is not null')}
), steps as (
  insert into execution_steps (workspace_id, execution_id, node_id, iteration, id, node_type, name, attempt, status,
    handle, input, output, variables, logs, error, truncated, encrypted, progress, started_at, finished_at, seq,
    interruptions, attempts)
  select workspace_id, $3, node_id, iteration, id, node_type, name, attempt,
    case when opens then 'running' else status end, case when opens then 'item' else handle end,
    input, output, variables, logs, case when opens then null else error end, truncated, encrypted, progress, started_at,
    case when opens then null else finished_at end, case when opens then null else seq end, interruptions,
    attempts
  from chosen where exists (select from fresh)
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
  case when $15 is null then 'executions_ready' else '${controlsChannel}' end as notifies`;

/** Whether a step is that of a loop that had begun and did not complete. */
function opensSql(): string {
  return `select s.progress is not null and s.status in ('failed', 'cancelled') and coalesce(s.handle, 'item') = 'item' as opens`;
}

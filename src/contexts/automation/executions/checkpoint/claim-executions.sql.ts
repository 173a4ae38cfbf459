import { acquireSlotsSql, unlimited } from '../claim/concurrency-slots.sql.js';
import { takeoversAtMost } from '../drive/execution-errors.js';

/** What a worker needs of each row of `claimed`; of settled steps only what decides about the others. */
export const claimedExecutionSql = `select json_build_object(
  'id', c.id, 'workspaceId', c.workspace_id, 'workspaceName', c.workspace_name, 'flowId', c.flow_id, 'flowName', c.flow_name,
  'flowVersion', c.flow_version, 'trigger', c.trigger, 'startNodeId', c.start_node_id, 'triggerData', c.trigger_data,
  'encrypted', c.encrypted, 'mocks', c.mocks, 'chain', c.chain, 'callDepth', c.call_depth, 'signals', c.signals,
  'takeovers', c.takeovers,
  'startedAt', c.started_at, 'activeMs', c.active_ms, 'fence', c.fence,
  'claimedAt', now(), 'steps', coalesce((
    select json_agg(json_build_object(
      'id', s.id, 'nodeId', s.node_id, 'iteration', s.iteration, 'nodeType', s.node_type, 'name', s.name,
      'attempt', s.attempt, 'status', s.status, 'handle', s.handle, 'output', s.output, 'variables', s.variables,
      'input', case when s.status in ('running', 'waiting') then s.input end, 'error', s.error,
      'logs', case when s.status in ('running', 'waiting') and s.logs is not null then s.logs else '[]' end,
      'truncated', s.truncated, 'encrypted', s.encrypted, 'signal', s.signal,
      'resumeAt', s.resume_at, 'startedAt', s.started_at, 'finishedAt', s.finished_at) order by s.id)
    from execution_steps s where s.workspace_id = c.workspace_id and s.execution_id = c.id
      -- An execution that cannot continue is only ended: its size must not kill another worker.
      and (c.takeovers < ${takeoversAtMost} or s.status in ('running', 'waiting'))), '[]')) as run
from claimed c`;

/**
 * $1, $2: workspace and execution IDs side by side. $3: the worker. Claims the executions whose flow has a free
 * concurrency slot, and puts the others in line. While this statement waits for the lock of a flow, another worker may
 * drive the execution, and the steps read here are then outdated: hence the comparison of fences.
 */
export const claimExecutionsSql = `/* claim_runs */
with requested as materialized (
  select distinct e.workspace_id, e.flow_id, e.id, e.max_concurrent, e.fence, w.name as workspace_name
  from unnest($1::uuid[], $2::uuid[]) as k(workspace_id, id)
  join executions e on e.workspace_id = k.workspace_id and e.id = k.id
  join workspaces w on w.id = k.workspace_id
  where e.status = 'running' and e.worker_id is null
), slots as materialized (
  ${acquireSlotsSql('workspace_id', 'flow_id', 'max_concurrent', 'requested where true')}
), decided as materialized (
  select a.*, max_concurrent = ${unlimited} or exists (select from slots t where t.id = a.id) as has_slot from requested a
), queued as (
  update executions e set awaits_slot = true, phase = 'queued', resume_at = null from decided d
  where not d.has_slot and e.workspace_id = d.workspace_id and e.id = d.id and e.status = 'running'
    and e.worker_id is null and e.fence = d.fence
), claimed as (
  update executions e set phase = 'active', worker_id = $3, fence = e.fence + 1, resume_at = null, awaits_slot = false
  from decided d
  where d.has_slot and e.workspace_id = d.workspace_id and e.id = d.id and e.status = 'running'
    and e.worker_id is null and e.fence = d.fence
  returning e.*, d.workspace_name
)
${claimedExecutionSql}`;

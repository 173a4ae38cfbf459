import type { EngineError } from '../../../../../engine/step.js';
import { executionEvents } from '../../../../../nodes/index.js';
import type { Sql } from '../../../../../platform/database/database.js';
import { statement } from '../../../../../platform/database/statement.js';
import { publicEventOf } from '../../../../../platform/events/index.js';
import { newId } from '../../../../../platform/new-id.js';
import { queueDeliveries } from '../../../webhooks/index.js';
import type { ExecutionTrigger } from '../../store/execution-record.js';
import type { ExecutionKey } from '../../store/execution-store.js';
import type { StartQuota } from '../../store/start-quota.js';
import { deliverToWaits } from './deliver-to-waits.js';
import { findErrorFlow } from './find-error-flow.js';
import { findListeners } from './fire-event.js';
import { keepForLookback } from './keep-event.js';
import { type StartedByEvent, startSubscribedFlows } from './start-subscribed-flows.js';

/** A failed execution as flows get it: their trigger data. Everything in it is redacted. */
export interface ExecutionFailure {
  execution: {
    id: string;
    flowId: string;
    status: 'failed';
    trigger: ExecutionTrigger;
    startedAt: string;
    finishedAt: string;
  };
  flow: { id: string; name: string; version: number };
  /** The node that failed; null if the execution failed as a whole, for example by its timeout. */
  node: { id: string; name: string; type: string | null } | null;
  error: EngineError;
}

const nothing: StartedByEvent = { executionIds: [], loopedFlowIds: [], overworkedFlowIds: [] };

/**
 * Publishes `execution.failed` for an execution that awaits it, in the caller's transaction: starts the active flows
 * that subscribe to it and the error flow of its flow, wakes the steps that wait for it, and queues it for webhooks. Concurrent calls publish it once. A flow that is in the
 * chain of causes is not started again, so that failures of flows that handle failures come to an end.
 */
export async function fireExecutionFailed(
  sql: Sql,
  { workspaceId, executionId }: ExecutionKey,
  quota: StartQuota,
): Promise<StartedByEvent> {
  const { rows } = await sql.query<FailedExecution>(statement(takeSql, [workspaceId, executionId]));
  if (!rows[0]) return nothing;
  const failure = failureOf(rows[0]);
  const { flowId, stepId, chain: before } = rows[0];
  const chain = [...before, flowId];
  const occurred = executionEvents.failed.of({
    id: newId(),
    timestamp: failure.execution.finishedAt,
    workspaceId,
    order: executionId,
    data: { ...failure },
    causedBy: { executionId, flowId, stepId, chain },
  });
  const event = publicEventOf(occurred);
  const { flows, waits, goesOut, lookbackSeconds } = await findListeners(sql, event);
  if (goesOut) await queueDeliveries(sql, workspaceId, [occurred]);
  const causedBy = { executionId, flowId, stepId, chain };
  const wokenIds = await deliverToWaits(sql, event, waits, { causedBy, now: quota.now() });
  const errorFlow = await findErrorFlow(sql, workspaceId, flowId);
  const wanted = flows.filter(({ id, trigger }) => id !== errorFlow?.id && isWanted(failure, trigger.config));
  const occurrence = {
    workspaceId,
    trigger: 'execution_failed' as const,
    key: `failed:${executionId}`,
    name: event.type,
    triggerData: failure,
    causedBy,
    chainAtMost: 1,
  };
  const started = await startSubscribedFlows(sql, [...wanted, ...(errorFlow ? [errorFlow] : [])], occurrence, quota);
  const { executionIds } = started;
  if (lookbackSeconds !== null) await keepForLookback(sql, event, lookbackSeconds, { executionIds, wokenIds });
  return started;
}

interface FailedExecution {
  id: string;
  flowId: string;
  flowName: string;
  flowVersion: number;
  trigger: ExecutionTrigger;
  startedAt: string;
  finishedAt: string;
  error: EngineError;
  /** Flows of the executions that led to the failed one. */
  chain: string[];
  /** The step that failed; null, with its name and type, if no step did. */
  stepId: string | null;
  nodeName: string | null;
  nodeType: string | null;
}

/**
 * Takes it under a lock. $1: workspace, $2: execution. No row if its failure was published, or is being published by another
 * worker.
 */
const takeSql = `/* take_failure */
with taken as (
  delete from execution_failures where workspace_id = $1 and execution_id in (
    select execution_id from execution_failures where workspace_id = $1 and execution_id = $2 for update skip locked)
  returning workspace_id, execution_id
)
select e.id, e.flow_id as "flowId", e.flow_name as "flowName", e.flow_version as "flowVersion", e.trigger,
  e.started_at as "startedAt", e.finished_at as "finishedAt", e.error, e.chain,
  s.id as "stepId", s.name as "nodeName", s.node_type as "nodeType"
from taken t join executions e on e.workspace_id = t.workspace_id and e.id = t.execution_id
left join lateral (
  -- Of a node that ran for several items, the step that failed.
  select id, name, node_type from execution_steps
  where workspace_id = e.workspace_id and execution_id = e.id and node_id = e.error ->> 'nodeId'
  order by status = 'failed' desc, id desc limit 1) s on true`;

function failureOf({ error, nodeName, nodeType, ...run }: FailedExecution): ExecutionFailure {
  const { id, flowId, trigger, flowName, flowVersion } = run;
  const [startedAt, finishedAt] = [run.startedAt, run.finishedAt].map((at) => new Date(at).toISOString()) as [
    string,
    string,
  ];
  const { nodeId } = error;
  return {
    execution: { id, flowId, status: 'failed', trigger, startedAt, finishedAt },
    flow: { id: flowId, name: flowName, version: flowVersion },
    node: nodeId === undefined ? null : { id: nodeId, name: nodeName ?? nodeId, type: nodeType },
    error,
  };
}

/** True for a failure that a trigger is configured for; `conditions` are evaluated with the start of its flow. */
function isWanted({ flow, error }: ExecutionFailure, { flowId, nodeId, code }: Record<string, unknown>): boolean {
  return (
    (flowId == null || flowId === flow.id) &&
    (nodeId == null || nodeId === error.nodeId) &&
    (code == null || code === error.code)
  );
}

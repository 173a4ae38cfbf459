import { principalId } from '../../../../platform/access/principal.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { findFlow, requireNodeRights, requireRunnable } from '../../flows/index.js';
import { flowVersions, triggerOf } from '../run/flow-version-reader.js';
import type { TriggerFlowInput } from '../store/execution.input.js';
import type { StartedExecution } from '../store/execution-answer.object.js';
import { requireNodes } from './require-nodes.js';
import { startOnce } from './start-once.js';

/**
 * Starts an execution manually and returns immediately. Works on paused flows too, so that they can be tried out.
 * @throws AppError NOT_FOUND, FORBIDDEN, FLOW_INVALID, CONFLICT, VALIDATION_FAILED if the start node does not exist
 */
export async function triggerFlow(
  scope: Scope,
  flowId: string,
  { startNodeId = null, triggerData }: TriggerFlowInput,
  key?: string | null,
): Promise<StartedExecution> {
  const flow = await findFlow(scope, flowId);
  const { workspaceId } = scope;
  const version = await scope.services
    .get(flowVersions)
    .read({ workspaceId, flowId: flow.id, flowVersion: flow.version });
  const { row } = version;
  requireNodeRights(scope.access, row.nodes);
  await requireRunnable(scope.sql, { workspaceId, flowId: flow.id }, row);
  requireNodes(row.nodes, { startNodeId });
  const runAs = principalId(scope.principal);
  const triggerNodeId = triggerOf(version.planFrom(startNodeId));
  const data = triggerData ?? {};
  const start = { workspaceId, flow, trigger: 'manual' as const, startNodeId, triggerNodeId, triggerData: data, runAs };
  return startOnce(scope.services, start, key);
}

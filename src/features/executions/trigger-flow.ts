import { validationFailed } from '../../platform/errors.js';
import type { Scope } from '../../platform/graphql/context.js';
import type { Services } from '../../platform/services.js';
import { findFlow, requireRunnable } from '../flows/index.js';
import type { StartedExecution } from './execution.entity.js';
import type { TriggerFlowInput } from './execution.input.js';
import { newRun, type RunStart } from './new-run.js';

/**
 * Starts a run by hand and answers at once. Works on paused flows too: that is how one is tried out.
 * @throws AppError NOT_FOUND, FLOW_INVALID, VALIDATION_FAILED for a start node that the flow lacks
 */
export async function triggerFlow(scope: Scope, flowId: string, input: TriggerFlowInput): Promise<StartedExecution> {
  const flow = await findFlow(scope, flowId);
  const { workspaceId } = scope;
  const version = await scope.services.versions.read({ workspaceId, flowId: flow.id, flowVersion: flow.version });
  await requireRunnable(scope.em, { workspaceId, flowId: flow.id }, version.row);
  const startNodeId = input.startNodeId ?? null;
  if (startNodeId !== null && !version.row.nodes.some((node) => node.id === startNodeId)) {
    throw validationFailed([
      { field: 'startNodeId', message: `The flow has no node ${startNodeId}. Give the id of one of its nodes.` },
    ]);
  }
  return startRun(scope.services, {
    workspaceId,
    flow,
    trigger: 'manual',
    startNodeId,
    triggerData: input.triggerData ?? {},
  });
}

/** Keeps the run before it answers: whoever got an id can rely on it. */
async function startRun(services: Services, start: RunStart): Promise<StartedExecution> {
  const run = newRun(start);
  await services.runs.start(run);
  return { executionId: run.id };
}

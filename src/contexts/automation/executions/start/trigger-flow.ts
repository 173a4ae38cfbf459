import type { GraphNode } from '../../../../engine/index.js';
import { catalogue } from '../../../../nodes/index.js';
import { principalId } from '../../../../platform/access/principal.js';
import { validationFailed } from '../../../../platform/errors/errors.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { findFlow, requireNodeRights, requireRunnable } from '../../flows/index.js';
import type { SimulateFlowInput, TriggerFlowInput } from '../api/execution.input.js';
import { flowVersions } from '../drive/flow-version-reader.js';
import type { StartedExecution } from '../execution.object.js';
import { startOnce } from './start-once.js';

/**
 * Starts an execution manually and returns immediately. Works on paused flows too, so that they can be tried out.
 * @throws AppError NOT_FOUND, FORBIDDEN, FLOW_INVALID, CONFLICT, VALIDATION_FAILED if the start node does not exist
 */
export function triggerFlow(
  scope: Scope,
  flowId: string,
  input: TriggerFlowInput,
  key?: string | null,
): Promise<StartedExecution> {
  return startManually(scope, flowId, { ...input, trigger: 'manual', mocks: null }, key);
}

/**
 * Starts an execution without effects outside the process: steps with effects return their mock or the sample of their
 * type, and waits end immediately. Trigger data defaults to the `sample` in the trigger node's data.
 * @throws AppError NOT_FOUND, FORBIDDEN, FLOW_INVALID, CONFLICT, VALIDATION_FAILED if a node does not exist
 */
export function simulateFlow(
  scope: Scope,
  flowId: string,
  input: SimulateFlowInput,
  key?: string | null,
): Promise<StartedExecution> {
  return startManually(scope, flowId, { ...input, trigger: 'simulation', mocks: input.mocks ?? {} }, key);
}

interface StartManually extends TriggerFlowInput {
  trigger: 'manual' | 'simulation';
  mocks: Record<string, unknown> | null;
}

async function startManually(
  scope: Scope,
  flowId: string,
  { trigger, startNodeId = null, triggerData, mocks }: StartManually,
  key: string | null | undefined,
): Promise<StartedExecution> {
  const flow = await findFlow(scope, flowId);
  const { workspaceId } = scope;
  const version = await scope.services
    .get(flowVersions)
    .read({ workspaceId, flowId: flow.id, flowVersion: flow.version });
  requireNodeRights(scope.access, version.row.nodes);
  await requireRunnable(scope.em, { workspaceId, flowId: flow.id }, version.row);
  requireNodes(version.row.nodes, startNodeId, mocks);
  const sample = trigger === 'simulation' ? sampleOf(version.row.nodes) : {};
  const runAs = principalId(scope.principal);
  const start = { workspaceId, flow, trigger, startNodeId, triggerData: triggerData ?? sample, mocks, runAs };
  return startOnce(scope.services, start, key);
}

/** The example trigger data in the trigger node. */
function sampleOf(nodes: readonly GraphNode[]): Record<string, unknown> {
  const sample = nodes.find(({ type }) => catalogue.get(type)?.trigger)?.data.sample;
  return isObject(sample) ? sample : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function requireNodes(
  nodes: readonly { id: string }[],
  startNodeId: string | null,
  mocks: Record<string, unknown> | null,
): void {
  const ids = new Set(nodes.map(({ id }) => id));
  const named = [
    ...(startNodeId === null ? [] : [{ field: 'startNodeId', id: startNodeId }]),
    ...Object.keys(mocks ?? {}).map((id) => ({ field: `mocks.${id}`, id })),
  ];
  const unknown = named.filter(({ id }) => !ids.has(id));
  if (unknown.length === 0) return;
  throw validationFailed(
    unknown.map(({ field, id }) => ({
      field,
      message: `The node ${id} was not found in the flow. Use the ID of one of its nodes.`,
    })),
  );
}

import { type FlowControl, nodesFrom, type Plan, sharedNodes } from '../../../../engine/index.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import { AppError, type ErrorDetail, validationFailed } from '../../../../platform/errors/errors.js';
import type { Scope } from '../../../../platform/graphql/context.js';
import { flowById, requireRunnable } from '../../flows/index.js';
import { flowVersions } from '../run/flow-version-reader.js';
import type { RetryExecutionInput } from '../store/execution.input.js';
import type { RetryRow } from '../store/retry-execution.sql.js';
import type { Simulated } from '../store/simulated.js';

/** The execution to retry. */
export interface EndedExecution {
  id: string;
  status: string;
  encrypted: string | null;
  flowId: string;
  flowName: string;
  flowVersion: number;
  /** What a simulation ran that no version holds. */
  simulated: Simulated | null;
  startNodeId: string | null;
  isSimulation: boolean;
  /** The current one of its flow. */
  control: FlowControl | null;
  /** Whether the node of the request has run in it. */
  hasRun: boolean;
}

/** A retry with all defaults applied. */
export interface Retry {
  from: 'start' | 'failed' | 'step';
  nodeId: string | null;
  version: 'same' | 'current';
  /** As JSON; null for that of the ended execution. */
  triggerData: string | null;
}

/**
 * Applies the defaults of a request. `from` defaults to `start` if the execution completed or gets new trigger data, and
 * to `failed` otherwise.
 * @throws AppError VALIDATION_FAILED; CONFLICT if no step failed
 */
export function requireRetry({ status, hasRun }: EndedExecution, input: RetryExecutionInput): Retry {
  const { nodeId = null, version, triggerData = null } = input;
  const from = input.from ?? (status === 'completed' ? 'start' : defaultFrom(input));
  const violations = retryViolations({ ...input, from });
  if (from === 'step' && nodeId !== null && !hasRun)
    violations.push(
      refusal('nodeId', `The node ${nodeId} has not run in the execution. Use the ID of a node that has run.`),
    );
  if (violations.length > 0) throw validationFailed(violations);
  if (from === 'failed' && status === 'completed') {
    throw new AppError(
      'CONFLICT',
      'The execution has completed: no step failed. Use from: "start" to run all steps again.',
    );
  }
  return { from, nodeId, version: version ?? 'same', triggerData: triggerData && storableJson(triggerData) };
}

/** What is wrong with a request to retry, whatever the execution is. */
export function retryViolations(input: RetryExecutionInput): ErrorDetail[] {
  const { from, nodeId, triggerData } = { ...input, from: input.from ?? defaultFrom(input) };
  const violations: ErrorDetail[] = [];
  if (from === 'step' && nodeId == null) violations.push(refusal('nodeId', 'nodeId is required with from: "step".'));
  if (from !== 'step' && nodeId != null)
    violations.push(refusal('nodeId', `nodeId is only allowed with from: "step", not "${from}".`));
  if (from !== 'start' && triggerData != null)
    violations.push(
      refusal(
        'triggerData',
        `triggerData is only allowed with from: "start": the steps that from: "${from}" keeps read the original data.`,
      ),
    );
  return violations;
}

/** Where a retry of an execution starts that has not completed. */
function defaultFrom({ triggerData }: RetryExecutionInput): Retry['from'] {
  return triggerData == null ? 'failed' : 'start';
}

function refusal(field: string, message: string): ErrorDetail {
  return { field, rule: 'NOT_ALLOWED_WITH', message };
}

/**
 * The version of the flow that a retry runs, and the nodes whose steps it keeps.
 * @throws AppError VALIDATION_FAILED, FLOW_INVALID; CONFLICT if the flow was deleted
 */
export async function retriedFlow(
  scope: Scope,
  source: EndedExecution,
  { from, nodeId, version }: Retry,
): Promise<Pick<RetryRow, 'version' | 'name' | 'keptNodeIds'>> {
  const isSame = version === 'same';
  const unchanged = { version: null, name: null };
  if (isSame && from !== 'step') return { ...unchanged, keptNodeIds: null };
  const former = await planOf(scope, source);
  const current = isSame ? { ...unchanged, plan: former } : await currentVersion(scope, source);
  const { plan } = current;
  if (nodeId !== null) requireOutsideLoops(plan, nodeId);
  const repeated = nodeId === null ? new Set() : repeatedWith(plan, nodeId);
  const keptNodeIds = [...sharedNodes(former, plan)].filter((id) => !repeated.has(id));
  return { version: current.version, name: current.name, keptNodeIds };
}

/** What runs again with a node: what follows it, and exits that ended it. */
function repeatedWith(plan: Plan, nodeId: string): ReadonlySet<string> {
  const ended = plan.exits.filter((exit) => !plan.nodes.get(exit)?.keeps?.has(nodeId));
  return new Set([nodeId, ...ended].flatMap((id) => [...nodesFrom(plan, id)]));
}

async function planOf(scope: Scope, source: EndedExecution): Promise<Plan> {
  const { workspaceId, services } = scope;
  const version = await services.get(flowVersions).read({ workspaceId, ...source });
  return version.planFrom(source.startNodeId);
}

async function currentVersion(scope: Scope, source: EndedExecution) {
  const { workspaceId, services } = scope;
  const { flowId, startNodeId } = source;
  const flow = await scope.loader(flowById).load(flowId);
  if (!flow) throw new AppError('CONFLICT', 'The flow was deleted: it has no current version. Use version: "same".');
  const { version, name } = flow;
  const { row } = await services.get(flowVersions).read({ workspaceId, flowId, flowVersion: version });
  await requireRunnable(scope.sql, { workspaceId, flowId }, row);
  const plan = await planOf(scope, { ...source, flowVersion: version, simulated: null });
  if (plan.nodes.size > 0) return { version, name, plan };
  const message = `The execution started at the node ${startNodeId}, which the current version of the flow lacks. Use version: "same".`;
  throw validationFailed([{ field: 'version', rule: 'STATE_UNSUITABLE', message }]);
}

/** Steps inside a loop belong to one of its items, so only the whole loop can run again. */
function requireOutsideLoops(plan: Plan, nodeId: string): void {
  const planned = plan.nodes.get(nodeId);
  if (planned?.loop === null) return;
  const message = planned
    ? `The node ${nodeId} must not be inside a loop. Use the loop ${planned.loop} itself, or from: "failed".`
    : `The node ${nodeId} was not found in the flow. Use the ID of one of its nodes.`;
  throw validationFailed([{ field: 'nodeId', rule: 'REFERENCE_UNSUITABLE', message }]);
}

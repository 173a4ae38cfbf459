import { principalId } from '../../../platform/access/principal.js';
import { AppError, validationFailed } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { schemaViolations } from '../../../platform/json-schema.js';
import { awaitEnd, type ExecutionAnswer, executionStarter, flowVersions, newExecution } from '../executions/index.js';
import { type Flow, findFlow, requireNodeRights } from '../flows/index.js';
import type { CallFlowToolInput } from './flow-tool.input.js';
import { toolOf } from './tool-of.js';

/**
 * Calls a flow as a tool, as assistants do, and waits up to 25 seconds for its result.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT if the flow is not a tool, FLOW_PAUSED, VALIDATION_FAILED if the arguments do
 *   not match its parameters
 */
export async function callFlowTool(
  scope: Scope,
  flowId: string,
  { arguments: sent }: CallFlowToolInput,
  signal?: AbortSignal,
): Promise<ExecutionAnswer> {
  const flow = await findFlow(scope, flowId);
  if (flow.settings.triggerType !== 'ai_tool') {
    const { triggerType } = flow.settings;
    const message = `Only flows with the trigger ai_tool can be called as a tool; the trigger of this flow is ${triggerType}.`;
    throw new AppError('CONFLICT', message);
  }
  if (!flow.isActive) throw new AppError('FLOW_PAUSED', 'The flow is paused. Activate it to call it as a tool.');
  const { workspaceId, services } = scope;
  const { row } = await services.get(flowVersions).read({ workspaceId, flowId: flow.id, flowVersion: flow.version });
  requireNodeRights(scope.access, row.nodes);
  const triggerData = sent ?? {};
  requireArguments(flow, triggerData);
  const runAs = principalId(scope.principal);
  const execution = newExecution({ workspaceId, flow, trigger: 'ai_tool', startNodeId: null, triggerData, runAs });
  await services.get(executionStarter).start(execution);
  return awaitEnd(services, { workspaceId, executionId: execution.id }, { signal });
}

/** @throws AppError VALIDATION_FAILED */
function requireArguments(flow: Flow, given: Record<string, unknown>): void {
  const violations = schemaViolations(toolOf(flow).parameters, given);
  if (violations.length === 0) return;
  throw validationFailed(
    violations.map(({ path, message }) => {
      const field = path ? `arguments.${path}` : 'arguments';
      return { field, rule: 'PARAMETERS_INVALID', message: `${field} ${message}.` };
    }),
  );
}

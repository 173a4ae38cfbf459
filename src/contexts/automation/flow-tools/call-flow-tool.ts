import { principalId } from '../../../platform/access/principal.js';
import { typed } from '../../../platform/database/typed-sql.js';
import { AppError, validationFailed } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { schemaViolations } from '../../../platform/json-schema.js';
import { awaitEnd, type ExecutionAnswer, executionStarter, flowVersions, newExecution } from '../executions/index.js';
import { type Flow, findFlow, flowTriggers, requireNodeRights } from '../flows/index.js';
import type { CallFlowToolInput } from './flow-tool.input.js';
import { type ToolTrigger, toolOf } from './tool-of.js';

/**
 * Calls a flow as a tool, as assistants do, and waits up to 25 seconds for its result.
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT if the flow is not a tool, FLOW_PAUSED, VALIDATION_FAILED if the arguments do
 *   not match its parameters
 */
export async function callFlowTool(
  scope: Scope,
  flowId: string,
  { arguments: sent, nodeId = null }: CallFlowToolInput,
  signal?: AbortSignal,
): Promise<ExecutionAnswer> {
  const flow = await findFlow(scope, flowId);
  const trigger = await findTool(scope, flow, nodeId);
  if (!flow.isActive) throw new AppError('FLOW_PAUSED', 'The flow is paused. Activate it to call it as a tool.');
  const { workspaceId, services } = scope;
  const { row } = await services.get(flowVersions).read({ workspaceId, flowId: flow.id, flowVersion: flow.version });
  requireNodeRights(scope.access, row.nodes);
  const triggerData = sent ?? {};
  requireArguments(trigger, triggerData);
  const runAs = principalId(scope.principal);
  const execution = newExecution({
    workspaceId,
    flow,
    trigger: 'ai_tool',
    startNodeId: null,
    triggerNodeId: trigger.nodeId,
    triggerData,
    runAs,
    isAwaited: true,
  });
  await services.get(executionStarter).start(execution);
  return awaitEnd(services, { workspaceId, executionId: execution.id }, { signal });
}

type CalledTrigger = Omit<ToolTrigger, 'id'>;

/** @throws AppError CONFLICT if the flow is not a tool, VALIDATION_FAILED if `nodeId` is not a tool of it */
async function findTool(
  { sql, workspaceId }: Scope,
  { id: flowId, settings }: Flow,
  nodeId: string | null,
): Promise<CalledTrigger> {
  const tools = await typed(sql, 'tools_of_flow', flowTriggers)
    .selectFrom('flow_triggers')
    .select(['flowId', 'nodeId', 'config'])
    .where('workspaceId', '=', workspaceId)
    .where('flowId', '=', flowId)
    .where('type', '=', 'ai_tool')
    .orderBy('position')
    .execute();
  if (tools.length === 0) {
    const message = `Only flows with the trigger ai_tool can be called as a tool; the trigger of this flow is ${settings.triggerType}.`;
    throw new AppError('CONFLICT', message);
  }
  const chosen = tools.find((tool) => nodeId === null || tool.nodeId === nodeId);
  if (chosen) return chosen;
  const message = `nodeId must be one of the ai_tool triggers of the flow: ${tools.map((tool) => tool.nodeId).join(', ')}.`;
  throw validationFailed([{ field: 'nodeId', rule: 'REFERENCE_UNKNOWN', message }]);
}

/** @throws AppError VALIDATION_FAILED */
function requireArguments(trigger: CalledTrigger, given: Record<string, unknown>): void {
  const violations = schemaViolations(toolOf(trigger).parameters, given);
  if (violations.length === 0) return;
  throw validationFailed(
    violations.map(({ path, message }) => {
      const field = path ? `arguments.${path}` : 'arguments';
      return { field, rule: 'PARAMETERS_INVALID', message: `${field} ${message}.` };
    }),
  );
}

import { type CrmEventType, crmEventTypes } from '../../../nodes/index.js';
import { type ErrorDetail, validationFailed } from '../../../platform/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { readRow } from '../../../platform/records/index.js';
import { pipelines } from '../../crm/definitions/index.js';
import { type Flow, findFlow, updateFlow } from '../flows/index.js';
import type { SubscribeFlowInput } from './crm-event.input.js';

/**
 * Makes an event start the flow, in place of whatever started it before: a new version, whose trigger node says so.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, FLOW_INVALID where an active flow would become invalid
 */
export async function subscribeFlow(scope: Scope, flowId: string, input: SubscribeFlowInput): Promise<Flow> {
  await findFlow(scope, requireId(flowId, 'The flow'));
  const { eventType, pipelineId = null, conditions } = input;
  const violations = await pipelineViolations(scope, eventType, pipelineId);
  if (violations.length > 0) throw validationFailed(violations);
  const triggerConfig = { eventType, ...(pipelineId && { pipelineId }), ...(conditions?.length && { conditions }) };
  return updateFlow(scope, flowId, { settings: { triggerType: 'crm_event', triggerConfig } });
}

/**
 * Ends the subscription: the flow is started by hand again. One that no event starts stays as it is.
 * @throws AppError NOT_FOUND
 */
export async function unsubscribeFlow(scope: Scope, flowId: string): Promise<Flow> {
  const flow = await findFlow(scope, requireId(flowId, 'The flow'));
  if (flow.settings.triggerType !== 'crm_event') return flow;
  return updateFlow(scope, flowId, { settings: { triggerType: 'manual', triggerConfig: {} } });
}

async function pipelineViolations(scope: Scope, eventType: string, pipelineId: string | null): Promise<ErrorDetail[]> {
  const type = crmEventTypes.find((one) => one.type === eventType) as CrmEventType;
  const field = 'pipelineId';
  if (!pipelineId) {
    return type.requiresPipeline ? [{ field, message: `pipelineId is required for ${eventType}.` }] : [];
  }
  if (!type.acceptsPipeline) {
    return [{ field, message: `Leave pipelineId out: ${eventType} has no pipeline, only events of opportunities do.` }];
  }
  const found = await readRow(scope.sql, pipelines, { workspaceId: scope.workspaceId, id: pipelineId });
  return found ? [] : [{ field, message: 'pipelineId names no pipeline of this workspace. Check the id.' }];
}

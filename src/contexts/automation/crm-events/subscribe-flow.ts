import { crmEventTypes } from '../../../nodes/index.js';
import { type ErrorDetail, validationFailed } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { readRow } from '../../../platform/records/index.js';
import { pipelines } from '../../crm/definitions/index.js';
import { type Flow, findFlow, updateFlow } from '../flows/index.js';
import type { SubscribeFlowInput } from './crm-event.input.js';

/**
 * Makes a CRM event the trigger of a flow, in place of the previous one, as a new version.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, FLOW_INVALID if an active flow would become invalid
 */
export async function subscribeFlow(scope: Scope, flowId: string, input: SubscribeFlowInput): Promise<Flow> {
  await findFlow(scope, requireId(flowId, 'flow'));
  const { eventType, pipelineId = null, conditions } = input;
  const violations = await pipelineViolations(scope, eventType, pipelineId);
  if (violations.length > 0) throw validationFailed(violations);
  const triggerConfig = { eventType, ...(pipelineId && { pipelineId }), ...(conditions?.length && { conditions }) };
  return updateFlow(scope, flowId, { settings: { triggerType: 'crm_event', triggerConfig } });
}

/**
 * Ends the subscription: the trigger becomes `manual`. A flow with another trigger stays unchanged.
 * @throws AppError NOT_FOUND
 */
export async function unsubscribeFlow(scope: Scope, flowId: string): Promise<Flow> {
  const flow = await findFlow(scope, requireId(flowId, 'flow'));
  if (flow.settings.triggerType !== 'crm_event') return flow;
  return updateFlow(scope, flowId, { settings: { triggerType: 'manual', triggerConfig: {} } });
}

async function pipelineViolations(scope: Scope, eventType: string, pipelineId: string | null): Promise<ErrorDetail[]> {
  const type = crmEventTypes.find((one) => one.type === eventType);
  const field = 'pipelineId';
  if (!pipelineId) {
    const message = `pipelineId is required for ${eventType}.`;
    return type?.requiresPipeline ? [{ field, rule: 'REQUIRED_WITH', message }] : [];
  }
  if (!type?.acceptsPipeline) {
    const message = `pipelineId is not allowed for ${eventType}: only opportunity events have a pipeline.`;
    return [{ field, rule: 'NOT_ALLOWED_WITH', message }];
  }
  const found = await readRow(scope.sql, pipelines, { workspaceId: scope.workspaceId, id: pipelineId });
  const message = 'pipelineId must be the ID of a pipeline in this workspace.';
  return found ? [] : [{ field, rule: 'REFERENCE_UNKNOWN', message }];
}

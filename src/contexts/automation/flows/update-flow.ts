import { validationFailed } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { applyInput } from './apply-input.js';
import { changeFlow } from './change-flow.js';
import type { FlowContent } from './content/flow-content.js';
import type { Flow } from './flow.entity.js';
import type { UpdateFlowInput } from './flow.input.js';

/**
 * Changes the fields that were sent, and stores a new version if the content changes.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, VERSION_CONFLICT, PRECONDITION_FAILED, FLOW_INVALID; nothing is changed in these cases
 */
export async function updateFlow(
  scope: Scope,
  flowId: string,
  input: Omit<UpdateFlowInput, 'furtherViolations'>,
  ifUnmodifiedSince?: Date,
): Promise<Flow> {
  requireOtherErrorFlow(flowId, input);
  const change = (current: FlowContent) => ({ content: applyInput(current, input), isActive: input.isActive });
  return changeFlow(scope, flowId, input.expectedVersion, change, ifUnmodifiedSince);
}

/** Only a change can name the flow itself: the ID of a new flow is not known before. @throws AppError VALIDATION_FAILED */
export function requireOtherErrorFlow(flowId: string, { settings }: Pick<UpdateFlowInput, 'settings'>): void {
  if (settings?.errorFlowId?.toLowerCase() !== flowId.toLowerCase()) return;
  const message = 'errorFlowId must be the ID of another flow: a flow does not handle its own failures.';
  throw validationFailed([{ field: 'settings.errorFlowId', rule: 'REFERENCE_UNSUITABLE', message }]);
}

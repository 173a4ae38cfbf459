import type { Scope } from '../../../platform/graphql/context.js';
import { applyInput } from './apply-input.js';
import { changeFlow } from './change-flow.js';
import type { Flow } from './flow.entity.js';
import type { UpdateFlowInput } from './flow.input.js';

/**
 * Changes the fields that were sent, and stores a new version if the content changes.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, VERSION_CONFLICT, FLOW_INVALID; nothing is changed in these cases
 */
export function updateFlow(
  scope: Scope,
  flowId: string,
  input: Omit<UpdateFlowInput, 'furtherViolations'>,
): Promise<Flow> {
  return changeFlow(scope, flowId, input.expectedVersion, (current) => ({
    content: applyInput(current, input),
    isActive: input.isActive,
  }));
}

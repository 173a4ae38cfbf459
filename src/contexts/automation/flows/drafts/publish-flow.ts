import { AppError, notFound } from '../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import { changeFlow } from '../change-flow.js';
import type { Flow } from '../flow.entity.js';
import { FlowDraft } from './flow-draft.entity.js';
import type { PublishFlowInput } from './flow-draft.input.js';
import { draftOfFlow } from './flow-draft.loader.js';
import { requireRevision } from './require-revision.js';
import { withDraft } from './save-flow-draft.js';

/**
 * Makes the draft of a flow its next version, and deletes the draft. A paused flow stays paused.
 * @throws AppError NOT_FOUND, FORBIDDEN, VALIDATION_FAILED, FLOW_INVALID; VERSION_CONFLICT if the flow is not at
 *   `expectedVersion`; CONFLICT if, without it, the flow is not at the version that the draft is based on
 */
export async function publishFlow(
  scope: Scope,
  flowId: string,
  { expectedVersion, message, revision }: PublishFlowInput,
): Promise<Flow> {
  const id = requireId(flowId, 'flow');
  const published = await changeFlow(scope, id, expectedVersion, async (current, em, flow) => {
    const draft = await em.findOne(FlowDraft, { workspaceId: scope.workspaceId, flowId: id });
    if (!draft) throw notFound('draft');
    requireRevision(draft, revision);
    if (expectedVersion === undefined) requireBase(draft, flow);
    em.remove(draft);
    return { content: withDraft(current, draft), message: message?.trim() || null, mustBeValid: true };
  });
  scope.loader(draftOfFlow).clear(id);
  return published;
}

function requireBase({ baseVersion }: FlowDraft, { version }: Flow): void {
  if (baseVersion === version) return;
  const message = `The draft is based on version ${baseVersion}, but the flow is at version ${version}. Compare them, then publish with expectedVersion ${version}, or save the draft again with baseVersion ${version}.`;
  throw new AppError('CONFLICT', message, [{ message, currentVersion: version }]);
}

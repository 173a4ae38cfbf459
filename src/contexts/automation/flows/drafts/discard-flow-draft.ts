import { notFound } from '../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import type { Deleted } from '../../../../platform/graphql/deleted.js';
import { lockFlow } from '../lock-flow.js';
import { FlowDraft } from './flow-draft.entity.js';
import { draftOfFlow } from './flow-draft.loader.js';
import { requireUnmodifiedDraft } from './require-revision.js';

/** Deletes the draft of a flow. The flow stays as it was published. @throws AppError NOT_FOUND, PRECONDITION_FAILED */
export async function discardFlowDraft(scope: Scope, flowId: string, ifUnmodifiedSince?: Date): Promise<Deleted> {
  const id = requireId(flowId, 'flow');
  const key = { workspaceId: scope.workspaceId, flowId: id };
  await scope.unitOfWork(async (em) => {
    await lockFlow(em, key);
    const draft = await em.findOne(FlowDraft, key);
    if (!draft) throw notFound('draft');
    requireUnmodifiedDraft(draft, ifUnmodifiedSince);
    em.remove(draft);
  });
  scope.loader(draftOfFlow).clear(id);
  return { id };
}

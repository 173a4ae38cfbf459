import { notFound } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import type { Deleted } from '../../../platform/graphql/deleted.js';
import { Flow } from './flow.entity.js';

/**
 * Deletes a flow and its webhook token. Its versions stay, because executions use them.
 * @throws AppError NOT_FOUND
 */
export async function deleteFlow(scope: Scope, flowId: string): Promise<Deleted> {
  const id = requireId(flowId, 'flow');
  const count = await scope.unitOfWork((em) => em.nativeDelete(Flow, { workspaceId: scope.workspaceId, id }));
  if (count === 0) throw notFound('flow');
  return { id };
}

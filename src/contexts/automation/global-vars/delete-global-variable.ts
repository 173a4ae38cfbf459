import { notFound } from '../../../platform/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import type { Deleted } from '../../../platform/graphql/deleted.js';
import { GlobalVariable } from './global-variable.entity.js';

/** Deletes it, also while flows name it: their steps that read it then fail. @throws AppError NOT_FOUND */
export async function deleteGlobalVariable(scope: Scope, varId: string): Promise<Deleted> {
  const id = requireId(varId, 'The global variable');
  const count = await scope.unitOfWork((em) => em.nativeDelete(GlobalVariable, { workspaceId: scope.workspaceId, id }));
  if (count === 0) throw notFound('The global variable');
  return { id };
}

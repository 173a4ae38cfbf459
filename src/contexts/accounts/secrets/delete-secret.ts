import { notFound } from '../../../platform/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import type { Deleted } from '../../../platform/graphql/deleted.js';
import { Secret } from './secret.entity.js';

/** Deletes a secret, also while flows name it: their steps that use it then fail. @throws AppError NOT_FOUND */
export async function deleteSecret(scope: Scope, secretId: string): Promise<Deleted> {
  const id = requireId(secretId, 'The secret');
  const count = await scope.unitOfWork((em) => em.nativeDelete(Secret, { workspaceId: scope.workspaceId, id }));
  if (count === 0) throw notFound('The secret');
  return { id };
}

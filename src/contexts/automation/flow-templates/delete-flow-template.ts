import { LockMode } from '@mikro-orm/postgresql';
import { notFound } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import type { Deleted } from '../../../platform/graphql/deleted.js';
import { requireUnmodified } from '../../../platform/graphql/if-unmodified-since.js';
import { FlowTemplate } from './flow-template.entity.js';
import { refuseBuiltIn } from './refuse-built-in.js';

/** Deletes a template of the workspace; flows that were created from it stay. @throws AppError NOT_FOUND, PRECONDITION_FAILED, CONFLICT */
export async function deleteFlowTemplate(scope: Scope, templateId: string, ifUnmodifiedSince?: Date): Promise<Deleted> {
  const id = requireId(templateId, 'template');
  refuseBuiltIn(id);
  const key = { workspaceId: scope.workspaceId, id };
  return scope.unitOfWork(async (em) => {
    const template = await em.findOne(FlowTemplate, key, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!template) throw notFound('template');
    requireUnmodified('template', template.updatedAt, ifUnmodifiedSince);
    em.remove(template);
    return { id };
  });
}

import { notFound } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import type { Deleted } from '../../../platform/graphql/deleted.js';
import { FlowTemplate } from './flow-template.entity.js';
import { refuseBuiltIn } from './refuse-built-in.js';

/** Deletes a template of the workspace; flows that were created from it stay. @throws AppError NOT_FOUND, CONFLICT */
export async function deleteFlowTemplate(scope: Scope, templateId: string): Promise<Deleted> {
  const id = requireId(templateId, 'template');
  refuseBuiltIn(id);
  const count = await scope.unitOfWork((em) => em.nativeDelete(FlowTemplate, { workspaceId: scope.workspaceId, id }));
  if (count === 0) throw notFound('template');
  return { id };
}

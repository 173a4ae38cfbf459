import { LockMode } from '@mikro-orm/postgresql';
import { notFound } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { requireUnmodified, timeOfChange } from '../../../platform/graphql/if-unmodified-since.js';
import { applyInput, type FlowContent, flowReferencesOf, requireStorable, sameContent } from '../flows/index.js';
import { FlowTemplate } from './flow-template.entity.js';
import type { UpdateFlowTemplateInput } from './flow-template.input.js';
import { refuseBuiltIn } from './refuse-built-in.js';
import { requiredSecretsOf } from './required-secrets.js';

/**
 * Changes the sent fields of a template of the workspace; flows that were created from it stay unchanged.
 * @throws AppError NOT_FOUND, PRECONDITION_FAILED, VALIDATION_FAILED, CONFLICT for a built-in template
 */
export async function updateFlowTemplate(
  scope: Scope,
  templateId: string,
  input: UpdateFlowTemplateInput,
  ifUnmodifiedSince?: Date,
): Promise<FlowTemplate> {
  const id = requireId(templateId, 'template');
  refuseBuiltIn(id);
  const { category, ...sent } = input;
  return scope.unitOfWork(async (em) => {
    const key = { workspaceId: scope.workspaceId, id };
    const template = await em.findOne(FlowTemplate, key, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!template) throw notFound('template');
    requireUnmodified('template', template.updatedAt, ifUnmodifiedSince);
    template.builtIn = false;
    const current = contentOf(template);
    const changed = applyInput(current, sent);
    const isSame = sameContent(current, changed) && (category ?? template.category) === template.category;
    if (isSame) return template;
    requireStorable(changed);
    const { folderId: _, ...content } = changed;
    const requiredSecrets = requiredSecretsOf(await flowReferencesOf(content));
    return em.assign(template, {
      ...content,
      category: category ?? template.category,
      requiredSecrets,
      updatedAt: timeOfChange(scope.services.now(), template.updatedAt),
    });
  });
}

function contentOf({ name, description, nodes, edges, variables, settings, tags }: FlowTemplate): FlowContent {
  return { name, description, nodes, edges, variables, settings, tags, folderId: null };
}

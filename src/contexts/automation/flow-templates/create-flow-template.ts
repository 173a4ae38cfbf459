import { v7 as uuidv7 } from 'uuid';
import type { Scope } from '../../../platform/graphql/context.js';
import { applyInput, emptyContent, flowReferencesOf, requireStorable } from '../flows/index.js';
import { FlowTemplate } from './flow-template.entity.js';
import type { CreateFlowTemplateInput } from './flow-template.input.js';
import { requiredSecretsOf } from './required-secrets.js';

/** Stores a template of the workspace, under the same rules as drafts of flows. @throws AppError VALIDATION_FAILED */
export async function createFlowTemplate(scope: Scope, input: CreateFlowTemplateInput): Promise<FlowTemplate> {
  const { category = '', ...sent } = input;
  const { folderId: _, ...content } = applyInput(emptyContent, sent);
  requireStorable(content);
  const now = scope.services.now();
  const { workspaceId } = scope;
  const requiredSecrets = requiredSecretsOf(await flowReferencesOf(content));
  const template = await scope.create(FlowTemplate, {
    ...content,
    workspaceId,
    id: uuidv7(),
    category,
    requiredSecrets,
    usageCount: 0,
    createdAt: now,
    updatedAt: now,
  });
  template.builtIn = false;
  return template;
}

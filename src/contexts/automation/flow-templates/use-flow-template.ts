import { type EntityManager, raw } from '@mikro-orm/postgresql';
import type { Scope } from '../../../platform/graphql/context.js';
import { applyInput, type CopyFlowInput, type Flow, storeFlow } from '../flows/index.js';
import { findFlowTemplate } from './find-flow-template.js';
import { FlowTemplate } from './flow-template.entity.js';
import { flowTemplateUses } from './flow-template-use.entity.js';

/**
 * Creates a paused flow from a template and counts it in the same transaction.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED
 */
export async function useFlowTemplate(scope: Scope, templateId: string, input: CopyFlowInput): Promise<Flow> {
  const template = await findFlowTemplate(scope, templateId);
  const { name, description, nodes, edges, variables, settings, tags } = template;
  const content = { name, description, nodes, edges, variables, settings, tags, folderId: null };
  return storeFlow(scope, applyInput(content, input), (em) => countUse(em, scope, template));
}

/** Counts in the database, so that the counter is exact also for concurrent calls. */
async function countUse(em: EntityManager, { workspaceId }: Scope, { id, builtIn }: FlowTemplate): Promise<void> {
  if (!builtIn) {
    await em.nativeUpdate(FlowTemplate, { workspaceId, id }, { usageCount: raw('usage_count + 1') });
    return;
  }
  await em
    .createQueryBuilder(flowTemplateUses)
    .insert({ workspaceId, templateId: id, count: 1 })
    .onConflict(['workspaceId', 'templateId'])
    .merge({ count: raw('flow_template_uses.count + 1') })
    .execute();
}

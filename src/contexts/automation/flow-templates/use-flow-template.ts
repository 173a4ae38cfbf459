import type { Scope } from '../../../platform/graphql/context.js';
import { type AdditionalCte, applyInput, type CopyFlowInput, type Flow, storeFlow } from '../flows/index.js';
import { findFlowTemplate } from './find-flow-template.js';

/**
 * Creates a paused flow from a template and counts it in the same statement, so that the counter is exact also for
 * concurrent calls.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED
 */
export async function useFlowTemplate(scope: Scope, templateId: string, input: CopyFlowInput): Promise<Flow> {
  const template = await findFlowTemplate(scope, templateId);
  const { name, description, nodes, edges, variables, settings, tags } = template;
  const content = { name, description, nodes, edges, variables, settings, tags, folderId: null };
  return storeFlow(scope, applyInput(content, input), countUse(template.id, template.builtIn === true));
}

function countUse(templateId: string, builtIn: boolean): AdditionalCte {
  const ownTemplateSql = (parameter: number) => `update flow_templates t set usage_count = t.usage_count + 1
    where t.workspace_id = $1 and t.id = $${parameter}`;
  const builtInTemplateSql = (
    parameter: number,
  ) => `insert into flow_template_uses as u (workspace_id, template_id, count)
    values ($1, $${parameter}, 1) on conflict (workspace_id, template_id) do update set count = u.count + 1`;
  return { sql: builtIn ? builtInTemplateSql : ownTemplateSql, values: [templateId] };
}

import { readLarge } from '../../../platform/database/read-large.js';
import { notFound } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { loadRows } from '../../../platform/graphql/nodes/node-source.js';
import type { FlowTemplate } from './flow-template.entity.js';
import { largeOfTemplate, selectTemplate, templatesSql, templateValues, toTemplates } from './flow-template-rows.js';

const allFields = { has: () => true, below: () => allFields };

const select = `select ${selectTemplate(allFields)} from ${templatesSql} where t.workspace_id = $1 and t.id = $3`;

/** Reads a template of the workspace or a built-in one. @throws AppError NOT_FOUND */
export async function findFlowTemplate(scope: Scope, templateId: string): Promise<FlowTemplate> {
  const values = [...templateValues(scope.workspaceId), requireId(templateId, 'template')];
  const rows = await readLarge<FlowTemplate>(scope, {
    label: 'find_flow_template',
    select,
    values,
    large: largeOfTemplate(allFields),
    field: 'template',
  });
  const [template] = toTemplates(rows);
  if (!template) throw notFound('template');
  return template;
}

/** Templates of the workspace by ID. */
export const loadFlowTemplate = loadRows<FlowTemplate>(async (scope, ids, fields) =>
  toTemplates(
    await readLarge<FlowTemplate>(scope, {
      label: 'flow_templates_by_id',
      select: `select ${selectTemplate(fields)} from ${templatesSql} where t.workspace_id = $1 and t.id = any($3::uuid[])`,
      values: [...templateValues(scope.workspaceId), ids],
      large: largeOfTemplate(fields),
      field: 'template',
    }),
  ),
);

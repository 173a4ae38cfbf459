import { filterCost } from '../../../platform/filters/filter-cost.js';
import { filterConditions } from '../../../platform/filters/filter-sql.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { type PageOf, pageWindow } from '../../../platform/graphql/page.js';
import { readPage } from '../../../platform/graphql/read-page.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import type { FlowTemplate } from './flow-template.entity.js';
import { templateFilter } from './flow-template.filter.js';
import { type FlowTemplateListArgs, templateSort } from './flow-template.input.js';
import { largeOfTemplate, selectTemplate, templatesSql, templateValues, toTemplates } from './flow-template-rows.js';

const sortColumns = {
  createdAt: 't."createdAt"',
  updatedAt: 't."updatedAt"',
  name: 't.name',
  category: 't.category',
  usageCount: 't."usageCount"',
} as const satisfies Record<(typeof templateSort.keys)[number], string>;

/** Lists templates of the workspace and built-in ones, newest first by default. @throws AppError VALIDATION_FAILED */
export async function listFlowTemplates(
  scope: Scope,
  args: FlowTemplateListArgs,
  fields: RequestedFields,
): Promise<PageOf<FlowTemplate>> {
  const window = pageWindow(args, templateSort);
  const values = templateValues(scope.workspaceId);
  const filtered = filterConditions(templateFilter, args, (value) => `$${values.push(value)}`);
  const conditions = [...readFilters(args, values), ...filtered];
  const { items, pagination } = await readPage<FlowTemplate>(scope, {
    label: 'list_flow_templates',
    columns: selectTemplate(fields.below('items')),
    large: largeOfTemplate(fields.below('items')),
    field: 'templates',
    from: templatesSql,
    where: ['t.workspace_id = $1', ...conditions],
    sortBy: { column: sortColumns[window.sortBy] },
    id: 't.id',
    values,
    window,
    of: [scope.workspaceId],
    pagination: fields.below('pagination'),
    cost: filterCost(templateFilter, window, { search: 'scan' }),
  });
  return { items: toTemplates(items), pagination };
}

/** Conditions on `t`; adds their parameters to `values`. */
function readFilters({ category, tag, builtIn, search }: FlowTemplateListArgs, values: unknown[]): string[] {
  const conditions: string[] = [];
  if (category) conditions.push(`t.category = $${values.push(category)}`);
  if (tag) conditions.push(`t.tags @> array[$${values.push(tag)}]::text[]`);
  if (builtIn !== null && builtIn !== undefined) conditions.push(builtIn ? 't."builtIn"' : 'not t."builtIn"');
  if (search) {
    const pattern = `$${values.push(`%${search.replace(/[\\%_]/g, '\\$&')}%`)}`;
    conditions.push(
      `(t.name ilike ${pattern} or t.description ilike ${pattern} or array_to_string(t.tags, e'\\n') ilike ${pattern})`,
    );
  }
  return conditions;
}

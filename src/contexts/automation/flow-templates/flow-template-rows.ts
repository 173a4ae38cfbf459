import { jsonColumn, type LargeColumn } from '../../../platform/database/read-large.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import { builtInTemplate, builtInTemplates } from './built-in-templates.js';
import type { FlowTemplate } from './flow-template.entity.js';

// Each statement has the gallery as a parameter: it needs no rows, and templates of a new release exist immediately.
const galleryRows = JSON.stringify(
  builtInTemplates.map(({ content, nodes, edges, variables, settings, ...labels }) => labels),
);

const columns: Readonly<Record<string, string>> = {
  name: 't.name',
  description: 't.description',
  category: 't.category',
  tags: 't.tags',
  requiredSecrets: 't."requiredSecrets"',
  usageCount: 't."usageCount"',
  createdAt: 't."createdAt"',
  updatedAt: 't."updatedAt"',
  nodes: 't.nodes',
  edges: 't.edges',
  variables: 't.variables',
  settings: 't.settings',
};

/** The values of the parameters $1 and $2 of `templatesSql`. */
export function templateValues(workspaceId: string): unknown[] {
  return [workspaceId, galleryRows];
}

/** The templates of a workspace and the built-in ones, as one relation `t`; the graphs of built-in templates are null. */
export const templatesSql = `(
  select f.workspace_id, f.id, f.name, f.description, f.category, f.tags, f.required_secrets as "requiredSecrets",
    f.usage_count as "usageCount", false as "builtIn", f.created_at as "createdAt", f.updated_at as "updatedAt",
    f.nodes, f.edges, f.variables, f.settings
  from flow_templates f where f.workspace_id = $1
  union all
  select $1::uuid, g.id, g.name, g.description, g.category, g.tags, g."requiredSecrets",
    coalesce(u.count, 0), true, g."createdAt", g."updatedAt", null, null, null, null
  from json_to_recordset($2::json) as g(id uuid, name text, description text, category text, tags text[],
    "requiredSecrets" text[], "createdAt" timestamptz, "updatedAt" timestamptz)
  left join flow_template_uses u on u.workspace_id = $1 and u.template_id = g.id
) t`;

/** The select list of `templatesSql` for the requested fields; graphs are large. */
export function selectTemplate(fields: RequestedFields): string {
  const selected = Object.entries(columns).filter(([name]) => fields.has(name));
  return ['t.id', 't.workspace_id as "workspaceId"', 't."builtIn"', ...selected.map(([, column]) => column)].join(', ');
}

/** The columns of `selectTemplate` that can be large. */
export function largeOfTemplate(fields: RequestedFields): LargeColumn[] {
  return ['nodes', 'edges', 'variables', 'settings'].filter((name) => fields.has(name)).map(jsonColumn);
}

/** Rows of `selectTemplate`, with the graphs of built-in templates added. */
export function toTemplates(rows: FlowTemplate[]): FlowTemplate[] {
  return rows.map((row) => {
    const known = row.builtIn ? builtInTemplate(row.id) : undefined;
    if (!known) return row;
    const { nodes, edges, variables, settings } = known;
    return { ...row, nodes, edges, variables, settings };
  });
}

import { jsonColumn } from '../../../platform/database/read-large.js';
import { filterCost } from '../../../platform/filters/filter-cost.js';
import { filterConditions } from '../../../platform/filters/filter-sql.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { type PageOf, pageWindow } from '../../../platform/graphql/page.js';
import { readPage } from '../../../platform/graphql/read-page.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import { toolFilter } from './flow-tool.filter.js';
import { type FlowToolListArgs, toolSort } from './flow-tool.input.js';
import type { FlowTool } from './flow-tool.object.js';
import { type ToolTrigger, toolOf } from './tool-of.js';

const toolName = "t.config ->> 'toolName'";
const description = "t.config ->> 'description'";
const sortColumns = {
  name: toolName,
  createdAt: 'f.created_at',
  updatedAt: 'f.updated_at',
} as const satisfies Record<(typeof toolSort.keys)[number], string>;

/** Lists the active flows that assistants can call, newest first by default. @throws AppError VALIDATION_FAILED */
export async function listFlowTools(
  scope: Scope,
  args: FlowToolListArgs,
  fields: RequestedFields,
): Promise<PageOf<FlowTool>> {
  const window = pageWindow(args, toolSort);
  const values: unknown[] = [scope.workspaceId];
  const where = ['t.workspace_id = $1', 't.is_active', "t.type = 'ai_tool'"];
  if (args.search) {
    const pattern = `$${values.push(`%${args.search.replace(/[\\%_]/g, '\\$&')}%`)}`;
    where.push(`(${toolName} ilike ${pattern} or ${description} ilike ${pattern})`);
  }
  where.push(...filterConditions(toolFilter, args, (value) => `$${values.push(value)}`));
  const { items, pagination } = await readPage<ToolTrigger>(scope, {
    label: 'list_flow_tools',
    columns: 't.id, t.flow_id as "flowId", t.node_id as "nodeId", t.config',
    large: [jsonColumn('config')],
    from: 'flow_triggers t join flows f on f.workspace_id = t.workspace_id and f.id = t.flow_id',
    where,
    values,
    sortBy: { column: sortColumns[window.sortBy], nullable: window.sortBy === 'name' },
    id: 't.id',
    window,
    of: [scope.workspaceId],
    pagination: fields.below('pagination'),
    cost: filterCost(toolFilter, window, { search: 'scan' }),
  });
  return { items: items.map(toolOf), pagination };
}

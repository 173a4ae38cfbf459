import { jsonColumn, readLarge } from '../../../platform/database/read-large.js';
import { statement } from '../../../platform/database/statement.js';
import type { Scope } from '../../../platform/graphql/context.js';
import type { FlowTool } from './flow-tool.object.js';
import { type ToolTrigger, toolOf } from './tool-of.js';

/** Tools per page. */
const pageSize = 100;

// A window function. Several triggers can have the same toolName. The oldest keeps it; the others append the end of their ID,
// within 64 characters.
const namedToolsSql = (
  filter = '',
) => `select t.id, t."flowId", t."nodeId", t.config, case when t.position = 1 then t.name else left(t.name, 57) || '_' || right(t."flowId"::text, 6) end as name
  from (
    select id, flow_id as "flowId", node_id as "nodeId", config, config ->> 'toolName' as name,
      row_number() over (partition by config ->> 'toolName' order by id) as position
    from flow_triggers where workspace_id = $1 and is_active and type = 'ai_tool' ${filter}
  ) t`;

type Row = ToolTrigger & { name: string };

/**
 * Lists the active tools of a workspace under unique names, oldest first.
 * @param after the `next` of the previous page
 */
export async function listNamedTools(
  scope: Scope,
  after: string | null,
): Promise<{ tools: FlowTool[]; next: string | null }> {
  const rows = await readLarge<Row>(scope, {
    label: 'list_named_tools',
    select: `select * from (${namedToolsSql()}) t where $2::uuid is null or t.id > $2 order by t.id limit $3`,
    values: [scope.workspaceId, after, pageSize + 1],
    large: [jsonColumn('config')],
    field: 'tools',
  });
  const page = rows.slice(0, pageSize);
  return { tools: page.map(namedTool), next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null };
}

/** Lists the active tools of the flows, under unique names. */
export async function listToolsOf(
  scope: Pick<Scope, 'sql' | 'workspaceId'>,
  flowIds: readonly string[],
): Promise<FlowTool[]> {
  if (flowIds.length === 0) return [];
  const text = `/* list_tools_of */ select * from (${namedToolsSql('and flow_id = any($2::uuid[])')}) t order by t.id`;
  const { rows } = await scope.sql.query<Row>(statement(text, [scope.workspaceId, flowIds]));
  return rows.map(namedTool);
}

/** Finds the tool with this name, as listed by `listNamedTools`; null if no active tool has it. */
export async function findNamedTool(scope: Scope, name: string): Promise<FlowTool | null> {
  const text = `/* find_named_tool */ select * from (${namedToolsSql()}) t where t.name = $2 order by t.id limit 1`;
  const { rows } = await scope.sql.query<Row>(statement(text, [scope.workspaceId, name]));
  return rows[0] ? namedTool(rows[0]) : null;
}

function namedTool({ name, ...trigger }: Row): FlowTool {
  return { ...toolOf(trigger), name };
}

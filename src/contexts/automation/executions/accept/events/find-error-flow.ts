import type { Sql } from '../../../../../platform/database/database.js';
import { statement } from '../../../../../platform/database/statement.js';
import type { SubscribedFlow } from './start-subscribed-flows.js';

/** True if a flow (a row with `workspace_id` and `flow_id`) or its workspace names an error flow, active or not. */
export function hasErrorFlowSql(row: string): string {
  return `exists (select from flows f where f.workspace_id = ${row}.workspace_id and f.id = ${row}.flow_id
      and f.settings ->> 'errorFlowId' is not null)
    or exists (select from workspaces w where w.id = ${row}.workspace_id and w.default_error_flow_id is not null)`;
}

// Of several tables, in the order of their precedence.
const text = `/* find_error_flow */
with own as (
  select (settings ->> 'errorFlowId')::uuid as id from flows where workspace_id = $1 and id = $2
)
select f.id, f.name, f.version, f.settings, (
  select json_build_object('nodeId', t.node_id, 'config', '{}'::json) from flow_triggers t
  where t.workspace_id = f.workspace_id and t.flow_id = f.id
  order by t.type = 'execution_failed' desc, t.type = 'manual' desc, t.position limit 1) as trigger
from flows f
where f.workspace_id = $1 and f.is_active
  and (f.id = (select id from own) or f.id = (select default_error_flow_id from workspaces where id = $1))
order by f.id = (select id from own) desc nulls last limit 1`;

/**
 * The flow that gets the failures of a flow: the one that its current settings name, or the default of the workspace if
 * they name none or a paused one; null without an active one. It starts by its trigger for failures, whatever that is configured for, or else by its default one.
 */
export async function findErrorFlow(sql: Sql, workspaceId: string, flowId: string): Promise<SubscribedFlow | null> {
  const { rows } = await sql.query<SubscribedFlow>(statement(text, [workspaceId, flowId]));
  return rows[0] ?? null;
}

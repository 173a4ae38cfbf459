import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import type { FlowContent } from '../content/flow-content.js';

/** The part of a version that executions use. */
export type FlowVersionRow = Pick<FlowContent, 'name' | 'nodes' | 'edges' | 'variables' | 'settings'>;

const text = `/* read_flow_version */ select name, nodes, edges, variables, settings from flow_versions
  where workspace_id = $1 and flow_id = $2 and version = $3`;

/** Reads a version of a flow, also of a deleted one; null if it never existed. */
export async function readFlowVersion(
  sql: Sql,
  workspaceId: string,
  flowId: string,
  version: number,
): Promise<FlowVersionRow | null> {
  const { rows } = await sql.query<FlowVersionRow>(statement(text, [workspaceId, flowId, version]));
  return rows[0] ?? null;
}

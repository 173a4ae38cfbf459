import type { Sql } from '../../../../platform/database/database.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import type { FlowContent } from '../content/flow-content.js';
import type { FlowVersion } from '../flow-version.entity.js';

/** The part of a version that executions use. */
export type FlowVersionRow = Pick<FlowContent, 'name' | 'nodes' | 'edges' | 'variables' | 'settings'>;

/** Reads a version of a flow, also of a deleted one; null if it never existed. */
export async function readFlowVersion(
  sql: Sql,
  workspaceId: string,
  flowId: string,
  version: number,
): Promise<FlowVersionRow | null> {
  const row = await typed(sql, 'read_flow_version', tableOf<FlowVersion>()('flow_versions'))
    .selectFrom('flow_versions')
    .select(['name', 'nodes', 'edges', 'variables', 'settings'])
    .where('workspaceId', '=', workspaceId)
    .where('flowId', '=', flowId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ?? null;
}

import type { Sql } from '../../../platform/database/sql.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { activeFlowsReferringTo, flowsReferringTo, type ReferringFlow } from '../flows/index.js';
import type { Connection } from './connection.record.js';

/** The flows whose current version names a connection, by its ID or its name; each once. */
export async function flowsUsing(
  scope: Scope,
  { id, name }: Pick<Connection, 'id' | 'name'>,
): Promise<ReferringFlow[]> {
  const loader = scope.loader(flowsReferringTo);
  const lists = await Promise.all([id, name].map((one) => loader.load({ kind: 'connection', name: one })));
  const flows = new Map(lists.flat().map((flow) => [flow.id, flow]));
  return [...flows.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The active flows that stop when a connection does; each once. */
export function readFlowsUsing(
  sql: Sql,
  { workspaceId, id, name }: Pick<Connection, 'workspaceId' | 'id' | 'name'>,
): Promise<{ id: string; name: string }[]> {
  return activeFlowsReferringTo(sql, workspaceId, { kind: 'connection', names: [id, name] });
}

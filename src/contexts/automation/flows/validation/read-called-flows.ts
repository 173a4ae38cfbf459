import { type CalledFlow, type GraphNode, handedSecrets, type ParsedNodes } from '../../../../engine/index.js';
import { catalogue } from '../../../../nodes/index.js';
import { isUuid } from '../../../../platform/graphql/context.js';
import type { Statements } from '../known-names.js';

/** More called flows are not checked in advance. Their executions refuse secrets in any case. */
const flowsAtMost = 10;

const text = `/* read_called_flows */ select f.id, f.name, f.version, v.nodes from flows f
  join flow_versions v on v.workspace_id = f.workspace_id and v.flow_id = f.id and v.version = f.version
  where f.workspace_id = ? and f.id in (select id::uuid from json_array_elements_text(?::json) as ids(id))`;

/** The IDs of the flows that a graph hands secrets on to, of which as many are checked. @param parsed its nodes */
export function calledFlowIds(nodes: readonly GraphNode[], parsed: ParsedNodes): string[] {
  const ids = new Set(handedSecrets(nodes, catalogue, parsed).map(({ flowId }) => flowId.toLowerCase()));
  return [...ids].filter(isUuid).slice(0, flowsAtMost);
}

/** The current versions of flows; without IDs no statement. */
export async function readCalledFlows(
  sql: Statements,
  workspaceId: string,
  ids: readonly string[],
): Promise<(CalledFlow & { version: number })[]> {
  return ids.length === 0 ? [] : sql.execute(text, [workspaceId, JSON.stringify(ids)]);
}

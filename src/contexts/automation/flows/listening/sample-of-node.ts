import type { GraphNode } from '../../../../engine/graph.js';
import { catalogue } from '../../../../nodes/index.js';
import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import type { FlowKey } from '../create-webhook-token.js';
import { testCalls } from './test-call.entity.js';

/** What the last test call of a trigger sent. */
export interface NodeSample {
  triggerData: unknown;
  /** Null for a form. */
  request: Record<string, unknown> | null;
}

/**
 * The sample that the last test call of a trigger left; null if none has come, or if it came for a trigger of another type. No
 * statement for nodes that wait for none.
 */
export async function sampleOfNode(
  sql: Sql,
  { workspaceId, flowId }: FlowKey,
  { id, type }: Pick<GraphNode, 'id' | 'type'>,
): Promise<NodeSample | null> {
  const trigger = catalogue.get(type)?.trigger;
  if (trigger !== 'webhook' && trigger !== 'form') return null;
  const found = await typed(sql, 'sample_of_node', testCalls)
    .selectFrom('test_calls')
    .select(['triggerData', 'request'])
    .where('workspaceId', '=', workspaceId)
    .where('flowId', '=', flowId)
    .where('nodeId', '=', id)
    .where('type', '=', trigger)
    .where('receivedAt', 'is not', null)
    .executeTakeFirst();
  return found ? { triggerData: found.triggerData ?? {}, request: found.request ?? null } : null;
}

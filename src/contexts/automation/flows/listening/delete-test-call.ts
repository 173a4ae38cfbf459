import { typed } from '../../../../platform/database/typed-sql.js';
import { notFound } from '../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import type { Deleted } from '../../../../platform/graphql/deleted.js';
import { findFlow } from '../find-flow.js';
import { testCalls } from './test-call.entity.js';

/**
 * Ends the waiting for a test call, and deletes the sample of the node.
 * @param keepsSample leaves the sample: only the address is no longer valid
 * @throws AppError NOT_FOUND
 */
export async function deleteTestCall(
  scope: Scope,
  flowId: string,
  nodeId: string,
  keepsSample: boolean,
): Promise<Deleted> {
  const { workspaceId, sql } = scope;
  const flow = await findFlow(scope, requireId(flowId, 'flow'));
  if (keepsSample) {
    const stopped = await typed(sql, 'stop_test_call', testCalls)
      .updateTable('test_calls')
      .set({ tokenHash: null, encryptedToken: null, expiresAt: null })
      .where('workspaceId', '=', workspaceId)
      .where('flowId', '=', flow.id)
      .where('nodeId', '=', nodeId)
      .where('receivedAt', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (stopped) return { id: stopped.id };
  }
  const deleted = await typed(sql, 'delete_test_call', testCalls)
    .deleteFrom('test_calls')
    .where('workspaceId', '=', workspaceId)
    .where('flowId', '=', flow.id)
    .where('nodeId', '=', nodeId)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw notFound('test call');
  return { id: deleted.id };
}

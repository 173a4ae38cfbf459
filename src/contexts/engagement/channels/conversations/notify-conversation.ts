import type { Sql } from '../../../../platform/database/database.js';
import { type RecordScope, readRow, updateRecordIn } from '../../../../platform/records/index.js';
import { idOfStep, type Message, messages } from '../../../crm/definitions/index.js';
import { stateOfMessage } from '../outbox/store-delivery-state.js';
import { messageOfKey } from './message-key.js';
import { isFurther } from './message-states.js';

/**
 * Updates a conversation's message to the state in the outbox, in the caller's transaction. The writers of both rows call
 * it after their write, so the later of the two sees both.
 * @returns the updated message; null if the key is not that of a conversation's message
 */
export async function notifyConversation(
  sql: Sql,
  scope: RecordScope,
  idempotencyKey: string,
): Promise<Message | null> {
  const { workspaceId } = scope;
  const id = messageOfKey(idempotencyKey) ?? idOfStep(workspaceId, idempotencyKey);
  const message = await readRow<Message>(sql, messages, { workspaceId, id });
  if (!message) return null;
  const state = await stateOfMessage(sql, workspaceId, idempotencyKey);
  if (!state) return message;
  const { status, error } = state;
  const change = { status, error: error && `${error.code}: ${error.message}`.slice(0, 2_000) };
  return updateRecordIn(sql, scope, messages, id, (before) => (isFurther(before.status, status) ? change : {}));
}

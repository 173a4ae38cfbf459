import type { Sql } from '../../../../platform/database/database.js';
import { type RecordScope, readRow, updateRecordIn } from '../../../../platform/records/index.js';
import { idOfStep, type Message, messages } from '../../../crm/definitions/index.js';
import { stateOfMessage } from '../outbox/store-delivery-state.js';
import { messageOfKey } from './message-key.js';
import { isFurther } from './message-states.js';

/**
 * Brings the message of a conversation up to what the outbox knows of the one that left under this key, in the caller's
 * transaction. Whoever writes either of the two calls it after that, so the later one of them sees both.
 * @returns the message as it stands then; null where the key is none of a conversation's
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

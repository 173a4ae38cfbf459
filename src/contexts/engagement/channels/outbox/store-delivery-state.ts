import { lockText } from '../../../../platform/database/advisory-lock.js';
import type { Sql } from '../../../../platform/database/database.js';
import { ago, anyOf, lit, typed } from '../../../../platform/database/typed-sql.js';
import type { DeliveryErrorCode } from './delivery-errors.js';
import { earlyMessageStates, outboxMessages } from './outbox-message.entity.js';
import type { MessageChannel } from './outbox-message.object.js';

/** The final state of a message. The first one that is reported is kept. */
export type LastState =
  | { status: 'delivered'; error: null }
  | { status: 'failed'; error: { code: DeliveryErrorCode; message: string } };

/** A message as its provider identifies it. */
export interface Report {
  channel: MessageChannel;
  /** The provider's ID. */
  messageId: string;
  /** The message's idempotency key, if the callback contains it. */
  idempotencyKey?: string | undefined;
}

/** How long a state is kept until its message is stored. */
const earlyFor = '1 hour';

/**
 * Stores the reported state of a message of one workspace, in the caller's transaction. If the message is not in the outbox
 * yet, the state is kept in `early_message_states`, and the insert of the message applies it.
 * @returns the idempotency keys of the messages that changed to this state
 */
export async function storeDeliveryState(
  sql: Sql,
  workspaceId: string,
  report: Report,
  state: LastState,
): Promise<string[]> {
  const { channel, messageId, idempotencyKey } = report;
  await lockMessage(sql, messageId);
  const rows = await typed(sql, 'store_delivery_state', outboxMessages)
    .updateTable('outbox_messages')
    .set(({ fn }) => ({
      status: state.status,
      error: state.error && JSON.stringify(state.error),
      updatedAt: fn<Date>('now'),
    }))
    .where('workspaceId', '=', workspaceId)
    .where('messageId', '=', messageId)
    .where('channel', '=', channel)
    // As in the condition of the index.
    .where('channel', '<>', lit('email'))
    .where('source', '<>', 'sandbox')
    .where('status', '=', 'sent')
    .$if(idempotencyKey !== undefined, (all) => all.where('idempotencyKey', '=', idempotencyKey as string))
    .returning('idempotencyKey as key')
    .execute();
  if (rows.length > 0 || (await isKnown(sql, workspaceId, messageId))) return rows.map(({ key }) => key);
  await keepEarlyState(sql, workspaceId, messageId, state);
  return [];
}

/**
 * The workspace that sent a message by the server's own provider. Null if the message is unknown or not stored yet; the
 * state is kept for it then.
 */
export async function workspaceOfMessage(
  sql: Sql,
  { channel, messageId }: Report,
  state: LastState,
): Promise<string | null> {
  await lockMessage(sql, messageId);
  const sent = await typed(sql, 'workspace_of_message', outboxMessages)
    .selectFrom('outbox_messages')
    .select('workspaceId')
    .where('messageId', '=', messageId)
    .where('channel', '=', channel)
    // As in the condition of the index.
    .where('channel', '<>', lit('email'))
    .where('source', '=', 'platform')
    .limit(1)
    .executeTakeFirst();
  if (!sent) await keepEarlyState(sql, null, messageId, state);
  return sent?.workspaceId ?? null;
}

/** The final state of the message with this key; null if it has not been sent or none was reported. */
export async function stateOfMessage(sql: Sql, workspaceId: string, idempotencyKey: string): Promise<LastState | null> {
  return (await statesOfMessages(sql, workspaceId, [idempotencyKey])).get(idempotencyKey) ?? null;
}

/** The final states of several messages, by their keys. */
export async function statesOfMessages(
  sql: Sql,
  workspaceId: string,
  keys: readonly string[],
): Promise<Map<string, LastState>> {
  const rows = await typed(sql, 'states_of_messages', outboxMessages)
    .selectFrom('outbox_messages')
    .select(['idempotencyKey as key', 'status', 'error'])
    .where('workspaceId', '=', workspaceId)
    .where('idempotencyKey', '=', anyOf(keys))
    .where('status', 'in', ['delivered', 'failed'])
    .where('messageId', 'is not', null)
    .execute();
  return new Map(rows.map(({ key, ...state }) => [key, state as LastState]));
}

/** Serializes with the insert of the message's row, which takes the same lock. */
function lockMessage(sql: Sql, messageId: string): Promise<void> {
  return lockText(sql, 'lock_message', messageId);
}

async function isKnown(sql: Sql, workspaceId: string, messageId: string): Promise<boolean> {
  const found = await typed(sql, 'is_known_message', outboxMessages)
    .selectFrom('outbox_messages')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('messageId', '=', messageId)
    .where('channel', '<>', lit('email'))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function keepEarlyState(
  sql: Sql,
  workspaceId: string | null,
  messageId: string,
  state: LastState,
): Promise<void> {
  await typed(sql, 'delete_early_states', earlyMessageStates)
    .deleteFrom('early_message_states')
    .where('receivedAt', '<', ago(earlyFor))
    .execute();
  const error = state.error && JSON.stringify(state.error);
  await typed(sql, 'keep_early_state', earlyMessageStates)
    .insertInto('early_message_states')
    .values({ workspaceId, messageId, status: state.status, error })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

import type { Sql } from '../../../../platform/database/database.js';
import type { DeliveryErrorCode } from './delivery-errors.js';
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

/** Hours for which a state is kept until its message is stored. */
const earlyHours = 1;

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
  const { channel, messageId, idempotencyKey = null } = report;
  await lockMessage(sql, messageId);
  const { rows } = await sql.query<{ key: string }>(
    `/* store_delivery_state */ update outbox_messages set status = $5, error = $6, updated_at = now()
     where workspace_id = $1 and message_id = $2 and channel = $3 and ($4::text is null or idempotency_key = $4)
       and channel <> 'email' and source <> 'sandbox' and status = 'sent' returning idempotency_key as key`,
    [workspaceId, messageId, channel, idempotencyKey, state.status, state.error && JSON.stringify(state.error)],
  );
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
  const { rows } = await sql.query<{ workspaceId: string }>(
    `/* workspace_of_message */ select workspace_id as "workspaceId" from outbox_messages
     where message_id = $1 and channel = $2 and channel <> 'email' and source = 'platform' limit 1`,
    [messageId, channel],
  );
  if (!rows[0]) await keepEarlyState(sql, null, messageId, state);
  return rows[0]?.workspaceId ?? null;
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
  const { rows } = await sql.query<LastState & { key: string }>(
    `/* states_of_messages */ select idempotency_key as key, status, error from outbox_messages
     where workspace_id = $1 and idempotency_key = any($2) and status in ('delivered', 'failed') and message_id is not null`,
    [workspaceId, keys],
  );
  return new Map(rows.map(({ key, ...state }) => [key, state as LastState]));
}

/** Serializes with the insert of the message's row, which takes the same lock. */
async function lockMessage(sql: Sql, messageId: string): Promise<void> {
  await sql.query('/* lock_message */ select pg_advisory_xact_lock(hashtextextended($1, 0))', [messageId]);
}

async function isKnown(sql: Sql, workspaceId: string, messageId: string): Promise<boolean> {
  const text = `/* is_known_message */ select from outbox_messages
    where workspace_id = $1 and message_id = $2 and channel <> 'email' limit 1`;
  return (await sql.query(text, [workspaceId, messageId])).rowCount === 1;
}

async function keepEarlyState(
  sql: Sql,
  workspaceId: string | null,
  messageId: string,
  state: LastState,
): Promise<void> {
  await sql.query(
    '/* delete_early_states */ delete from early_message_states where received_at < now() - $1::interval',
    [`${earlyHours} hours`],
  );
  await sql.query(
    `/* keep_early_state */ insert into early_message_states (workspace_id, message_id, status, error)
     values ($1, $2, $3, $4) on conflict do nothing`,
    [workspaceId, messageId, state.status, state.error && JSON.stringify(state.error)],
  );
}

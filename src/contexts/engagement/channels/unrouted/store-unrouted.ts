import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { derivedId } from '../../../../platform/new-id.js';
import { idOfReceived, type ReceivedMessage, textOfReceived } from '../conversations/received-message.js';

/** Unrouted messages that are kept, the newest ones: of each workspace, and of the operator. */
const keptOfWorkspace = 1_000;
const keptOfOperator = 10_000;

/** Days after which unrouted messages are deleted. */
const unroutedDays = 90;

/** Stores a message that fits no contact of the workspace, once, in the caller's transaction. */
export async function storeUnrouted(sql: Sql, workspaceId: string, received: ReceivedMessage, at: Date): Promise<void> {
  const text = `/* store_unrouted */ insert into unrouted_messages (workspace_id, id, message_id, channel, sender,
      sender_name, recipient, body, opt_out, received_at, created_at, updated_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10
    where not exists (select from messages where workspace_id = $1 and id = $2) on conflict do nothing`;
  const id = idOfReceived(workspaceId, received);
  await sql.query(statement(text, [workspaceId, id, ...valuesOf(received), at]));
  const limit = `/* limit_unrouted */ delete from unrouted_messages where workspace_id = $1 and id in (
    select id from unrouted_messages where workspace_id = $1 order by received_at desc, id desc offset ${keptOfWorkspace})`;
  await sql.query(statement(limit, [workspaceId]));
}

/** Stores a message to the server's own number that only the operator can assign, once. */
export async function storeForOperator(sql: Sql, received: ReceivedMessage, at: Date): Promise<void> {
  const text = `/* store_for_operator */ insert into unrouted_platform_messages (id, message_id, channel, sender,
      sender_name, recipient, body, opt_out, received_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`;
  const id = derivedId(`platform ${received.channel} ${received.messageId}`);
  await sql.query(statement(text, [id, ...valuesOf(received), at]));
  const limit = `/* limit_for_operator */ delete from unrouted_platform_messages where id in (
    select id from unrouted_platform_messages order by received_at desc, id desc offset ${keptOfOperator})`;
  await sql.query(limit);
}

function valuesOf(received: ReceivedMessage): unknown[] {
  const { messageId, channel, from, to, name, doNotContact } = received;
  const short = (text: string | null, most: number) => text?.trim().slice(0, most) || null;
  return [
    messageId.slice(0, 200),
    channel,
    short(from, 100) ?? 'unknown',
    short(name, 200),
    short(to, 100),
    textOfReceived(received),
    doNotContact ?? null,
  ];
}

/** Deletes unrouted messages that nobody assigned in time. */
export async function deleteOldUnrouted(sql: Sql): Promise<void> {
  for (const table of ['unrouted_messages', 'unrouted_platform_messages']) {
    await sql.query(
      `/* delete_old_unrouted */ delete from ${table} where received_at < now() - interval '${unroutedDays} days'`,
    );
  }
}

import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import { ago, tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { derivedId } from '../../../../platform/new-id.js';
import {
  idOfReceived,
  type ReceivedFiles,
  type ReceivedMessage,
  textOfReceived,
  withoutFiles,
} from '../conversations/received-message.js';
import type { UnroutedMessage } from './unrouted-message.record.js';
import { unroutedPlatformMessages } from './unrouted-platform-message.entity.js';

/** Unrouted messages that are kept, the newest ones: of each workspace, and of the operator. */
const keptOfWorkspace = 1_000;
const keptOfOperator = 10_000;

/** After which unrouted messages are deleted. */
const unroutedFor = '90 days';

const unroutedMessages = tableOf<UnroutedMessage>()('unrouted_messages');

/** Stores a message that fits no contact of the workspace, once, in the caller's transaction. */
export async function storeUnrouted(
  sql: Sql,
  workspaceId: string,
  received: ReceivedMessage,
  at: Date,
  { attachments, dropped }: ReceivedFiles = withoutFiles,
): Promise<void> {
  // A message that was assigned is not stored again: asked and written in one statement.
  const text = `/* store_unrouted */ insert into unrouted_messages (workspace_id, id, message_id, channel, sender,
      sender_name, recipient, body, opt_out, received_at, created_at, updated_at, attachments, dropped)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10, $11::jsonb, $12
    where not exists (select from messages where workspace_id = $1 and id = $2) on conflict do nothing`;
  const id = idOfReceived(workspaceId, received);
  const values = [workspaceId, id, ...Object.values(storedOf(received)), at, storableJson(attachments), dropped];
  await sql.query(statement(text, values));
  await typed(sql, 'limit_unrouted', unroutedMessages)
    .deleteFrom('unrouted_messages')
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', (all) =>
      all
        .selectFrom('unrouted_messages')
        .select('id')
        .where('workspaceId', '=', workspaceId)
        .orderBy('receivedAt', 'desc')
        .orderBy('id', 'desc')
        .offset(keptOfWorkspace),
    )
    .execute();
}

/** Stores a message to the server's own number that only the operator can assign, once. */
export async function storeForOperator(sql: Sql, received: ReceivedMessage, at: Date): Promise<void> {
  const id = derivedId(`platform ${received.channel} ${received.messageId}`);
  await typed(sql, 'store_for_operator', unroutedPlatformMessages)
    .insertInto('unrouted_platform_messages')
    .values({ id, ...storedOf(received), receivedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await typed(sql, 'limit_for_operator', unroutedPlatformMessages)
    .deleteFrom('unrouted_platform_messages')
    .where('id', 'in', (all) =>
      all
        .selectFrom('unrouted_platform_messages')
        .select('id')
        .orderBy('receivedAt', 'desc')
        .orderBy('id', 'desc')
        .offset(keptOfOperator),
    )
    .execute();
}

function storedOf(received: ReceivedMessage) {
  const { messageId, channel, from, to, name, doNotContact } = received;
  const short = (text: string | null, most: number) => text?.trim().slice(0, most) || null;
  return {
    messageId: messageId.slice(0, 200),
    channel,
    sender: short(from, 100) ?? 'unknown',
    senderName: short(name, 200),
    recipient: short(to, 100),
    body: textOfReceived(received),
    optOut: doNotContact ?? null,
  };
}

/** Deletes unrouted messages that nobody assigned in time. */
export async function deleteOldUnrouted(sql: Sql): Promise<void> {
  for (const table of ['unrouted_messages', 'unrouted_platform_messages'] as const) {
    await typed(sql, 'delete_old_unrouted', unroutedMessages, unroutedPlatformMessages)
      .deleteFrom(table)
      .where('receivedAt', '<', ago(unroutedFor))
      .execute();
  }
}

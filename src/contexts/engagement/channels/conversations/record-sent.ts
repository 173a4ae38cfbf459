import { conversationEvents, messageEvents } from '../../../../nodes/index.js';
import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import { newId } from '../../../../platform/new-id.js';
import { publishWritten, type RecordScope, selectList } from '../../../../platform/records/index.js';
import {
  type Conversation,
  conversations,
  type Message,
  messageCreated,
  messages,
  publishEvents,
  published,
} from '../../../crm/definitions/index.js';
import type { MessageChannel } from '../outbox/outbox-message.object.js';

/** A message in the outbox that belongs to a contact. */
export interface SentMessage {
  /** The ID of the conversation's message. */
  id: string;
  contactId: string;
  /** The idempotency key of the row in the outbox. */
  key: string;
  /** What the conversation shows. Defaults to the text in the outbox. */
  body?: string | undefined;
}

export interface Recording {
  channel: MessageChannel;
  author: Message['author'];
  /** The status of conversations that are created: `resolved` keeps those that await no reply out of the inbox. */
  newStatus: Conversation['status'];
}

const textAtMost = 20_000;

/**
 * Writes messages that were sent by address into the conversations of their contacts, with the state that the outbox has,
 * in the caller's transaction and in a constant number of statements. A conversation that does not exist over the channel
 * is created. What was recorded before is only updated if a later attempt was accepted.
 */
export async function recordSent(
  sql: Sql,
  scope: RecordScope,
  recording: Recording,
  sent: readonly SentMessage[],
): Promise<void> {
  if (sent.length === 0) return;
  const at = scope.services.now();
  await lockContacts(sql, sent);
  const byContact = await conversationsOf(sql, scope, recording, sent, at);
  const rows = sent.map((message) => ({ ...message, conversationId: byContact.get(message.contactId)?.id }));
  const written = await writeMessages(sql, scope, recording, rows, at);
  await publishWritten(
    sql,
    scope,
    messages,
    written.map(({ id }) => id),
  );
  for (const message of written) await scope.services.events.publish(sql, messageCreated({ message, at }));
  const details = new Map(byContact.values().map((conversation) => [conversation.id, detailsOf(conversation)]));
  const events = written.flatMap((message) =>
    message.status === 'failed'
      ? []
      : [
          {
            definition: messageEvents.sent,
            data: published(messages.fields, message),
            conversation: details.get(message.conversationId),
          },
        ],
  );
  await publishEvents(sql, scope, events, at);
}

/**
 * As received messages do, so that a contact gets one conversation over a channel. By one statement in one order, to
 * prevent deadlocks.
 */
async function lockContacts(sql: Sql, sent: readonly SentMessage[]): Promise<void> {
  const text = `/* lock_contacts */ select pg_advisory_xact_lock(hashtextextended(id, 0))
    from (select distinct id from unnest($1::text[]) id order by id offset 0) ids`;
  await sql.query(statement(text, [sent.map(({ contactId }) => contactId)]));
}

/** The last conversation of each contact over the channel, or a new one: one statement for all contacts. */
async function conversationsOf(
  sql: Sql,
  scope: RecordScope,
  { channel, newStatus }: Recording,
  sent: readonly SentMessage[],
  at: Date,
): Promise<Map<string, Conversation>> {
  const contactIds = [...new Set(sent.map(({ contactId }) => contactId))];
  const wanted = contactIds.map((contactId) => ({ contactId, id: newId() }));
  const text = `/* conversations_of_contacts */ with wanted as (
      select c.id as contact_id, w.id from json_to_recordset($2::json) as w("contactId" uuid, id uuid)
      join contacts c on c.workspace_id = $1 and c.id = w."contactId"
    ), last as (
      select distinct on (r.contact_id) r.* from conversations r join wanted w on w.contact_id = r.contact_id
      where r.workspace_id = $1 and r.channel = $3
      order by r.contact_id, coalesce(r.last_message_at, r.created_at) desc, r.id desc
    ), made as (
      insert into conversations as r (workspace_id, id, contact_id, channel, status, created_at, updated_at)
      select $1, w.id, w.contact_id, $3, $4, $5, $5 from wanted w
      where not exists (select from last where last.contact_id = w.contact_id) returning r.*
    ) select ${selectList(conversations)}, false as created from last r
      union all select ${selectList(conversations)}, true from made r`;
  const values = [scope.workspaceId, storableJson(wanted), channel, newStatus, at];
  const { rows } = await sql.query<Conversation & { created: boolean }>(statement(text, values));
  const made = rows.filter(({ created }) => created);
  if (made.length > 0) {
    await publishWritten(
      sql,
      scope,
      conversations,
      made.map(({ id }) => id),
    );
    const events = made.map(({ created: _, ...row }) => ({
      definition: conversationEvents.created,
      data: published(conversations.fields, row as Conversation),
    }));
    await publishEvents(sql, scope, events, at);
  }
  return new Map(rows.map((row) => [row.contactId, row]));
}

/**
 * One statement for all messages. The lock on the outbox row makes a callback that reports its state wait, or is waited for:
 * the later of the two sees both.
 */
async function writeMessages(
  sql: Sql,
  { workspaceId }: RecordScope,
  { channel, author }: Recording,
  rows: readonly (SentMessage & { conversationId: string | undefined })[],
  at: Date,
): Promise<Message[]> {
  const text = `/* record_sent */ with sent as (
      select s.id, s."conversationId", coalesce(s.body, o.body) as body, o.attachments, o.status,
        (o.error ->> 'code') || ': ' || (o.error ->> 'message') as error
      from json_to_recordset($2::json) as s(id uuid, "conversationId" uuid, key text, body text)
      join outbox_messages o on o.workspace_id = $1 and o.idempotency_key = s.key and o.channel = $3
      where s."conversationId" is not null for share of o
    ), written as (
      insert into messages as r (workspace_id, id, conversation_id, direction, author, body, status, error, attachments, sent_at, created_at, updated_at)
      select $1, s.id, s."conversationId", 'outbound', $4, left(s.body, ${textAtMost}), s.status, left(s.error, 2000), s.attachments,
        case when s.status in ('sent', 'delivered') then $5::timestamptz end, $5, $5
      from sent s
      on conflict (workspace_id, id) do update set status = excluded.status, error = excluded.error,
        sent_at = excluded.sent_at, updated_at = excluded.updated_at
      where r.status = 'failed' and excluded.status <> 'failed' returning r.*
    ), touched as (
      update conversations v set last_message_at = $5 from written w
      where v.workspace_id = $1 and v.id = w.conversation_id
    ) select ${selectList(messages)} from written r`;
  const values = [workspaceId, storableJson(rows), channel, author, at];
  return (await sql.query<Message>(statement(text, values))).rows;
}

function detailsOf({ contactId, channel, agentId, assignedTo }: Conversation) {
  return { contactId, channel, agentId, assignedTo };
}

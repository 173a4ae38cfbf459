import type { Sql } from '../../../../platform/database/database.js';
import { derivedId, newId } from '../../../../platform/new-id.js';
import {
  createRecordIn,
  type RecordScope,
  readRow,
  updateRecordIn,
  workspaceScope,
} from '../../../../platform/records/index.js';
import type { Services } from '../../../../platform/services.js';
import {
  type Channel,
  type Contact,
  contacts,
  conversations,
  findContactBy,
  type Message,
  messages,
  upsertContact,
} from '../../../crm/definitions/index.js';

/** A message from a contact to a workspace. */
export interface ReceivedMessage {
  workspaceId: string;
  channel: Extract<Channel, 'sms' | 'whatsapp'>;
  /** The provider's ID: a message that arrives twice has the same one. */
  messageId: string;
  /** The sender's number, in E.164. */
  from: string;
  /** The sender's name, if the provider sends it. */
  name: string | null;
  text: string;
  /** Set if the contact opted out or in through the provider. */
  doNotContact?: boolean;
}

const textAtMost = 20_000;

/**
 * Stores a received message in the contact's conversation, once, however often it is delivered. Creates the contact if the
 * number is unknown; reopens the last conversation over the channel, or creates one. Messages from numbers that cannot be
 * answered, such as short codes, are ignored.
 */
export async function receiveMessage(services: Services, received: ReceivedMessage): Promise<void> {
  const { workspaceId, channel, messageId, from } = received;
  if (!/^\+[1-9]\d{6,14}$/.test(from)) return;
  const scope = workspaceScope(services, workspaceId);
  const contact = await contactOf(scope, received);
  const id = derivedId(`${workspaceId} ${channel} ${messageId}`);
  await scope.transaction(async (sql) => {
    // Serializes messages of one contact, so that the second finds the conversation that the first created.
    await sql.query('/* lock_sender */ select pg_advisory_xact_lock(hashtextextended($1, 0))', [contact.id]);
    if (await readRow<Message>(sql, messages, { workspaceId, id })) return;
    const conversationId = await conversationOf(sql, scope, contact.id, channel);
    const body = received.text.trim().slice(0, textAtMost) || '[empty]';
    await createRecordIn(sql, scope, messages, { body, direction: 'inbound' }, { id, conversationId });
    const { doNotContact } = received;
    if (doNotContact !== undefined) await updateRecordIn(sql, scope, contacts, contact.id, { doNotContact });
  });
}

async function contactOf(scope: RecordScope, { from, name, channel }: ReceivedMessage): Promise<Contact> {
  const existing = await findContactBy(scope, { phone: from });
  if (existing) return existing;
  const fields = { source: channel, ...(name?.trim() && { name: name.trim().slice(0, 200) }) };
  return (await upsertContact(scope, { phone: from, fields }, newId())).contact;
}

async function conversationOf(
  sql: Sql,
  scope: RecordScope,
  contactId: string,
  channel: ReceivedMessage['channel'],
): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `/* last_conversation_of_channel */ select id from conversations
     where workspace_id = $1 and contact_id = $2 and channel = $3
     order by coalesce(last_message_at, created_at) desc, id desc limit 1`,
    [scope.workspaceId, contactId, channel],
  );
  const last = rows[0]?.id;
  if (last === undefined) return (await createRecordIn(sql, scope, conversations, { contactId, channel })).id;
  await updateRecordIn(sql, scope, conversations, last, ({ status }) =>
    status === 'resolved' ? { status: 'open' as const } : {},
  );
  return last;
}

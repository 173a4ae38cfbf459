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

/** What somebody wrote to a workspace. */
export interface ReceivedMessage {
  workspaceId: string;
  channel: Extract<Channel, 'sms' | 'whatsapp'>;
  /** The provider's own id: what comes twice under it is one message. */
  messageId: string;
  /** E.164. */
  from: string;
  /** As the provider knows it. */
  name: string | null;
  text: string;
  /** What the contact asked of its provider, where it did. */
  doNotContact?: boolean;
}

const textAtMost = 20_000;

/**
 * Keeps what somebody wrote as a message of the contact's conversation, once, however often it is told. Who is not known
 * becomes a contact; the last conversation over the channel is opened again, and where there is none one is made. Numbers
 * that nobody can answer, as short codes, are passed over.
 */
export async function receiveMessage(services: Services, received: ReceivedMessage): Promise<void> {
  const { workspaceId, channel, messageId, from } = received;
  if (!/^\+[1-9]\d{6,14}$/.test(from)) return;
  const scope = workspaceScope(services, workspaceId);
  const contact = await contactOf(scope, received);
  const id = derivedId(`${workspaceId} ${channel} ${messageId}`);
  await scope.transaction(async (sql) => {
    // Of two messages at once the second one finds the conversation that the first one made.
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
  const known = await findContactBy(scope, { phone: from });
  if (known) return known;
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

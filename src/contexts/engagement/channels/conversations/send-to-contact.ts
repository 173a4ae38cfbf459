import { notFound } from '../../../../platform/errors.js';
import { ProviderError } from '../../../../platform/providers/provider-error.js';
import type { RecordScope } from '../../../../platform/records/index.js';
import { createRecord, createRecordIn, findRecord, readRow, updateRecord } from '../../../../platform/records/index.js';
import {
  type Channel,
  type Contact,
  type Conversation,
  contacts,
  conversations,
  type Message,
  messages,
} from '../../../crm/definitions/index.js';
import { isFurther } from './message-states.js';
import { sendManually } from './queue-delivery.js';

/** How a text leaves by a channel, or stays in the sandbox. Throws where it cannot. */
export type ChannelSender = (to: string, text: string) => Promise<{ sandbox?: boolean }>;

/** The channels that lead outside; what is written to webchat waits there for its reader. */
export type ChannelSenders = Readonly<Partial<Record<Channel, ChannelSender>>>;

export interface Outgoing {
  contactId: string;
  /** That of the last conversation when left out, else one that the contact has an address for. */
  channel?: Channel | undefined;
  text: string;
  author: Message['author'];
  /** Of the message: one that bears it already was kept by an earlier attempt at the same. */
  id: string;
}

/**
 * Writes to a contact in its conversation of a channel, which is opened where there is none, and sends it. The message
 * is kept as sent, as sandboxed or as failed.
 * @throws AppError NOT_FOUND; ProviderError DO_NOT_CONTACT, and what the way throws
 */
export async function sendToContact(scope: RecordScope, senders: ChannelSenders, outgoing: Outgoing): Promise<Message> {
  const contact = await findRecord(scope, contacts, outgoing.contactId);
  if (contact.doNotContact) {
    throw new ProviderError(
      'DO_NOT_CONTACT',
      `The contact ${contact.id} is not to be written to (doNotContact).`,
      false,
    );
  }
  const conversation = await conversationWith(scope, contact, outgoing.channel);
  const kept = await readRow<Message>(scope.sql, messages, { workspaceId: scope.workspaceId, id: outgoing.id });
  const message = kept ?? (await keep(scope, conversation, outgoing));
  if (message.status !== 'queued') return message;
  return leave(scope, senders, message, conversation.channel, contact);
}

async function leave(
  scope: RecordScope,
  senders: ChannelSenders,
  message: Message,
  channel: Channel,
  contact: Contact,
): Promise<Message> {
  // Its provider may have told more of it meanwhile.
  const set = (input: Pick<Message, 'status'> & { error?: string }) =>
    updateRecord(
      ...([scope, messages, message.id] as const),
      ({ status }) => (isFurther(status, input.status) ? input : {}),
      message.conversationId,
    );
  const sender = senders[channel];
  const to = channel === 'email' ? contact.email : contact.phone;
  if (!sender) return set({ status: 'sent' });
  let taken: Awaited<ReturnType<ChannelSender>>;
  try {
    if (!to) throw notFound(`The contact's ${channel === 'email' ? 'email address' : 'phone number'}`);
    taken = await sender(to, message.body);
  } catch (error) {
    await set({ status: 'failed', error: String((error as Error).message).slice(0, 2_000) });
    throw error;
  }
  return set({ status: taken.sandbox ? 'sandboxed' : 'sent' });
}

function keep(
  scope: RecordScope,
  { id: conversationId }: Conversation,
  { text, author, id }: Outgoing,
): Promise<Message> {
  return scope.transaction(async (sql) => {
    const input = { body: text, author, direction: 'outbound' as const };
    const message = await createRecordIn(sql, scope, messages, input, { id, conversationId });
    await sendManually(sql, message);
    return message;
  });
}

/** The last conversation over the channel, whatever its state; a new one where there is none. */
async function conversationWith(scope: RecordScope, contact: Contact, channel?: Channel): Promise<Conversation> {
  const text = `/* last_conversation */ select id from conversations where workspace_id = $1 and contact_id = $2
    and ($3::text is null or channel = $3) and channel <> 'voice' order by coalesce(last_message_at, created_at) desc, id desc limit 1`;
  const { rows } = await scope.sql.query<{ id: string }>(text, [scope.workspaceId, contact.id, channel ?? null]);
  if (rows[0]) return findRecord(scope, conversations, rows[0].id);
  const fitting = channel ?? (contact.phone ? 'whatsapp' : 'email');
  return createRecord(scope, conversations, { contactId: contact.id, channel: fitting });
}

import { anyOf, tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { notFound } from '../../../../platform/errors/errors.js';
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
import { doNotContact } from '../contacts-to-reach.js';
import { noTexts } from '../no-texts.js';
import type { Reach } from '../reachable-channels.js';
import { isFurther } from './message-states.js';
import { dequeueDelivery } from './queue-delivery.js';

/** Sends a text over a channel, or stores it in the sandbox. @throws ProviderError */
export type ChannelSender = (to: string, text: string) => Promise<{ sandbox?: boolean }>;

/** The channels with a provider. A message to web chat has none: the page that shows the conversation reads it. */
export type ChannelSenders = Readonly<Partial<Record<Channel, ChannelSender>>>;

export interface Outgoing {
  contactId: string;
  /** Defaults to the channel of the last conversation that can be used, or else to one that reaches the contact. */
  channel?: Channel | undefined;
  text: string;
  author: Message['author'];
  /** The message ID. If the message exists, an earlier attempt created it. */
  id: string;
}

/**
 * Sends a message to a contact in their conversation over a channel, which is created if there is none. The message is
 * stored as sent, sandboxed or failed.
 * @throws AppError NOT_FOUND; ProviderError DO_NOT_CONTACT, and the errors of the channel's sender
 */
export async function sendToContact(
  scope: RecordScope,
  senders: ChannelSenders,
  readReach: () => Promise<Reach>,
  outgoing: Outgoing,
): Promise<Message> {
  const contact = await findRecord(scope, contacts, outgoing.contactId);
  if (contact.doNotContact) throw doNotContact(contact.id);
  const conversation = outgoing.channel
    ? await conversationOver(scope, contact, [outgoing.channel])
    : await conversationWith(scope, contact, await readReach());
  const existing = await readRow<Message>(scope.sql, messages, { workspaceId: scope.workspaceId, id: outgoing.id });
  const message = existing ?? (await createMessage(scope, conversation, outgoing));
  if (message.status !== 'queued') return message;
  return sendAndStore(scope, senders, message, conversation.channel, contact);
}

async function sendAndStore(
  scope: RecordScope,
  senders: ChannelSenders,
  message: Message,
  channel: Channel,
  contact: Contact,
): Promise<Message> {
  // The provider may have reported a later state in the meantime.
  const set = (input: Pick<Message, 'status'> & { error?: string }) =>
    updateRecord(
      ...([scope, messages, message.id] as const),
      ({ status }) => (isFurther(status, input.status) ? input : {}),
      { parentId: message.conversationId },
    );
  const sender = senders[channel];
  const to = channel === 'email' ? contact.email : contact.phone;
  if (channel === 'webchat') return set({ status: 'sent' });
  let receipt: Awaited<ReturnType<ChannelSender>>;
  try {
    if (!sender) throw noTexts(channel);
    if (!to) throw notFound(`${channel === 'email' ? 'email address' : 'phone number'} of the contact`);
    receipt = await sender(to, message.body);
  } catch (error) {
    await set({ status: 'failed', error: String((error as Error).message).slice(0, 2_000) });
    throw error;
  }
  return set({ status: receipt.sandbox ? 'sandboxed' : 'sent' });
}

function createMessage(
  scope: RecordScope,
  { id: conversationId }: Conversation,
  { text, author, id }: Outgoing,
): Promise<Message> {
  return scope.transaction(async (sql) => {
    const input = { body: text, author, direction: 'outbound' as const };
    const message = await createRecordIn(sql, scope, messages, input, { id, conversationId });
    await dequeueDelivery(sql, message);
    return message;
  });
}

/** The last conversation in web chat or over a channel that can be used, whatever its status, or else a new one. */
async function conversationWith(scope: RecordScope, contact: Contact, reach: Reach): Promise<Conversation> {
  const channels = reach.channelsTo(contact);
  const last = await lastConversation(scope, contact, [...channels, 'webchat']);
  if (!last && channels.length === 0) throw reach.unreachable(contact);
  return last ?? conversationOver(scope, contact, channels);
}

/** The last conversation over the channels, or else one over the first of them. */
async function conversationOver(scope: RecordScope, contact: Contact, channels: Channel[]): Promise<Conversation> {
  const last = await lastConversation(scope, contact, channels);
  return last ?? createRecord(scope, conversations, { contactId: contact.id, channel: channels[0] as Channel });
}

async function lastConversation(scope: RecordScope, { id }: Contact, channels: readonly Channel[]) {
  const last = await typed(scope.sql, 'last_conversation', tableOf<Conversation>()('conversations'))
    .selectFrom('conversations')
    .select('id')
    .where('workspaceId', '=', scope.workspaceId)
    .where('contactId', '=', id)
    .where('channel', '=', anyOf(channels))
    .orderBy(({ fn }) => fn.coalesce('lastMessageAt', 'createdAt'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? findRecord(scope, conversations, last.id) : null;
}

import { lockText } from '../../../platform/database/advisory-lock.js';
import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import {
  createRecordIn,
  type RecordScope,
  readRow,
  updateRecordIn,
  workspaceScope,
} from '../../../platform/records/index.js';
import type { Services } from '../../../platform/services.js';
import type { Conversation } from '../../crm/definitions/index.js';
import { contacts, conversations, type Message, messages } from '../../crm/definitions/index.js';
import { idOfReceived, type ReceivedMessage, textOfReceived } from './conversations/received-message.js';
import { routeMessage } from './unrouted/route-message.js';
import { storeForOperator, storeUnrouted } from './unrouted/store-unrouted.js';

/** A message for a contact, from where it was received or from the unrouted ones. */
export interface MessageOfContact {
  id: string;
  contactId: string;
  channel: ReceivedMessage['channel'];
  body: string;
  doNotContact?: boolean | undefined;
  sentAt?: Date | undefined;
}

/**
 * Stores a received message once, however often it is delivered: in the conversation of the contact who sent it, or among
 * the unrouted messages of a workspace or of the operator.
 */
export async function receiveMessage(services: Services, received: ReceivedMessage): Promise<void> {
  const { db, now } = services;
  const { doNotContact } = received;
  for (const route of await routeMessage(db.pool, received)) {
    if (route.kind === 'operator') {
      await storeForOperator(db.pool, received, now());
      continue;
    }
    const { workspaceId } = route;
    const scope = workspaceScope(services, workspaceId);
    await scope.transaction(async (sql) => {
      if (route.kind === 'workspace') return storeUnrouted(sql, workspaceId, received, now());
      const message = { id: idOfReceived(workspaceId, received), body: textOfReceived(received), doNotContact };
      await storeInConversation(sql, scope, { ...message, contactId: route.contactId, channel: received.channel });
    });
  }
}

/**
 * Stores a message in the contact's last conversation over the channel, which is reopened, or in a new one, in the caller's
 * transaction. A message that exists is not stored again.
 * @returns the ID of the conversation; null if the message exists
 */
export async function storeInConversation(
  sql: Sql,
  scope: RecordScope,
  { id, contactId, channel, body, doNotContact, sentAt }: MessageOfContact,
): Promise<string | null> {
  // Serializes messages of one contact, so that the second finds the conversation that the first created.
  await lockText(sql, 'lock_sender', contactId);
  if (await readRow<Message>(sql, messages, { workspaceId: scope.workspaceId, id })) return null;
  const conversationId = await conversationOf(sql, scope, contactId, channel);
  const input = { body, direction: 'inbound' as const, ...(sentAt && { sentAt }) };
  await createRecordIn(sql, scope, messages, input, { id, conversationId });
  if (doNotContact !== undefined) await updateRecordIn(sql, scope, contacts, contactId, { doNotContact });
  return conversationId;
}

async function conversationOf(
  sql: Sql,
  scope: RecordScope,
  contactId: string,
  channel: ReceivedMessage['channel'],
): Promise<string> {
  const last = await typed(sql, 'last_conversation_of_channel', tableOf<Conversation>()('conversations'))
    .selectFrom('conversations')
    .select('id')
    .where('workspaceId', '=', scope.workspaceId)
    .where('contactId', '=', contactId)
    .where('channel', '=', channel)
    .orderBy(({ fn }) => fn.coalesce('lastMessageAt', 'createdAt'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return (await createRecordIn(sql, scope, conversations, { contactId, channel })).id;
  await updateRecordIn(sql, scope, conversations, last.id, ({ status }) =>
    status === 'resolved' ? { status: 'open' as const } : {},
  );
  return last.id;
}

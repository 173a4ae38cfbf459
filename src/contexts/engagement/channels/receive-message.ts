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
import { queueMedia } from './conversations/queue-media.js';
import {
  idOfReceived,
  type ReceivedFiles,
  type ReceivedMessage,
  textOfReceived,
  withoutFiles,
} from './conversations/received-message.js';
import { type MessageRoute, ownRoute, routeMessage } from './unrouted/route-message.js';
import { storeForOperator, storeUnrouted } from './unrouted/store-unrouted.js';

/** A message for a contact, from where it was received or from the unrouted ones. */
export interface MessageOfContact {
  id: string;
  contactId: string;
  channel: ReceivedMessage['channel'];
  body: string;
  doNotContact?: boolean | undefined;
  sentAt?: Date | undefined;
  files?: ReceivedFiles | undefined;
}

/**
 * Stores a received message once, however often it is delivered: in the conversation of the contact who sent it, or among
 * the unrouted messages of a workspace or of the operator. One with a file is queued until the file was fetched; the operator
 * gets it without.
 */
export async function receiveMessage(services: Services, received: ReceivedMessage): Promise<void> {
  const { db, now } = services;
  for (const route of await routeMessage(db.pool, received)) {
    if (route.kind === 'operator') await storeForOperator(db.pool, received, now());
    else if (received.media) await queueMedia(db.within(route.workspaceId), route.workspaceId, received, now());
    else
      await services.db.within(route.workspaceId).transaction((sql) => storeReceived(sql, services, route, received));
  }
}

/** Stores a message whose file was fetched, in the caller's transaction: where messages of its sender belong now. */
export async function storeFetched(
  sql: Sql,
  services: Services,
  workspaceId: string,
  received: ReceivedMessage,
  files: ReceivedFiles & { at: Date },
): Promise<void> {
  await storeReceived(sql, services, await ownRoute(sql, workspaceId, received.from), received, files);
}

async function storeReceived(
  sql: Sql,
  services: Services,
  route: Exclude<MessageRoute, { kind: 'operator' }>,
  received: ReceivedMessage,
  { at, ...files }: ReceivedFiles & { at?: Date } = withoutFiles,
): Promise<void> {
  const { workspaceId } = route;
  if (route.kind === 'workspace') return storeUnrouted(sql, workspaceId, received, at ?? services.now(), files);
  const { doNotContact, channel } = received;
  const message = { id: idOfReceived(workspaceId, received), body: textOfReceived(received), doNotContact };
  const { contactId } = route;
  const scope = workspaceScope(services, workspaceId);
  await storeInConversation(sql, scope, { ...message, contactId, channel, sentAt: at, files });
}

/**
 * Stores a message in the contact's last conversation over the channel, which is reopened, or in a new one, in the caller's
 * transaction. A message that exists is not stored again.
 * @returns the ID of the conversation; null if the message exists
 */
export async function storeInConversation(
  sql: Sql,
  scope: RecordScope,
  { id, contactId, channel, body, doNotContact, sentAt, files = withoutFiles }: MessageOfContact,
): Promise<string | null> {
  // Serializes messages of one contact, so that the second finds the conversation that the first created.
  await lockText(sql, 'lock_sender', contactId);
  if (await readRow<Message>(sql, messages, { workspaceId: scope.workspaceId, id })) return null;
  const conversationId = await conversationOf(sql, scope, contactId, channel);
  const input = { body, direction: 'inbound' as const, ...(sentAt && { sentAt }) };
  const { attachments, dropped } = files;
  await createRecordIn(sql, scope, messages, input, { id, conversationId, attachments: [...attachments], dropped });
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

import { Field, ID, Int, ObjectType } from 'type-graphql';
import { messageEvents } from '../../../nodes/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import {
  defineRecord,
  initially,
  longText,
  objects,
  once,
  one,
  oneOf,
  type RowOf,
  readOnly,
  ref,
  required,
  text,
  time,
} from '../../../platform/records/index.js';
import { type Conversation, conversations } from './conversation.record.js';
import { type CrmEvent, messageCreated } from './events.js';
import { publishEvents, published } from './publish-events.js';

@ObjectType({
  simpleResolvers: true,
  description:
    'A file that a message had. The file of an execution is deleted with it unless it is kept, the entry stays; that of a received message is deleted with the message.',
})
export class MessageAttachment {
  @Field(() => ID, { description: 'The ID of the file.' })
  fileId!: string;

  @Field(() => String, { description: 'The name of the file.' })
  name!: string;

  @Field(() => String, { description: 'The media type of the file.' })
  mimeType!: string;

  @Field(() => Int, { description: 'The number of its bytes.' })
  size!: number;

  @Field(() => String, { description: 'The SHA-256 of its bytes, in hexadecimal digits.' })
  sha256!: string;
}

/** The field of the files of a message. */
export const attachmentsField = (description: string) =>
  readOnly(
    initially<MessageAttachment[]>(
      [],
      objects(
        {
          type: () => MessageAttachment,
          inputType: () => MessageAttachment,
          subfields: ['fileId', 'name', 'mimeType', 'size', 'sha256'],
          rules: [],
        },
        { description },
      ),
    ),
  );

/** The field that says which files a received message had that were not stored. */
export const droppedField = () =>
  readOnly(
    text(1_000, {
      description: 'Which file of the received message was not stored, and why; null if none was left out.',
    }),
  );

const statuses = {
  queued: 'It is going to be sent.',
  sent: 'The provider accepted it.',
  delivered: 'The provider reported the delivery.',
  failed: 'It could not be sent or delivered; see `error`.',
  received: 'It came from the contact.',
  sandboxed: 'No provider is set up, and nothing was sent.',
} as const;

const fields = {
  conversationId: once(required(ref('conversations', 'conversation'))),
  direction: once(
    initially(
      'outbound',
      oneOf(
        { inbound: 'From the contact.', outbound: 'To the contact.' },
        {
          filtered: true,
          description: 'Whether the message comes from the contact or goes to them.',
        },
      ),
    ),
  ),
  author: once(
    initially(
      'member',
      oneOf(
        {
          contact: 'The contact.',
          member: 'A member of the workspace.',
          agent: 'An assistant.',
          flow: 'A flow.',
          campaign: 'A campaign.',
        },
        {
          filtered: true,
          description: 'The author of the message; always `contact` for inbound messages.',
        },
      ),
    ),
  ),
  body: once(required(longText(20_000, { searched: true }))),
  status: initially(
    'queued',
    oneOf(statuses, {
      filtered: true,
      description:
        'The delivery status. Inbound messages are `received`; `sandboxed` messages were not sent because no provider is set up.',
    }),
  ),
  error: text(2_000, { description: 'Why the message could not be sent.' }),
  attachments: attachmentsField('The files that were sent with it, or received.'),
  dropped: droppedField(),
  sentAt: time({ description: 'The time at which the message was sent or, if inbound, received.' }),
};

export type Message = RowOf<typeof fields>;

export const messages = defineRecord({
  name: 'Message',
  plural: 'Messages',
  description: 'A message of a conversation.',
  table: 'messages',
  indexes: { any: ['createdAt'] },
  routes: {
    list: 'GET /conversations/:conversationId/messages',
    create: 'POST /conversations/:conversationId/messages',
    find: 'GET /conversations/:conversationId/messages/:messageId',
    update: 'PATCH /conversations/:conversationId/messages/:messageId',
    delete: 'DELETE /conversations/:conversationId/messages/:messageId',
  },
  examples: {
    create: { body: 'Your order has been sent.' },
    update: { status: 'sent' },
  },
  capability: 'conversations',
  parent: { record: conversations, field: 'conversationId' },
  fields,
  relations: {
    conversation: one('conversationId', 'Conversation'),
  },
  derive({ direction, status, sentAt }, before, at) {
    if (direction === 'inbound') return before ? {} : { author: 'contact', status: 'received', sentAt: sentAt ?? at };
    return status !== before?.status && ['sent', 'delivered'].includes(status) && !sentAt ? { sentAt: at } : {};
  },
  rules: ['NOT_ALLOWED_WITH'],
  async check(_sql, _scope, { direction, status }) {
    if ((direction === 'inbound') === (status === 'received')) return [];
    return [
      {
        field: 'status',
        rule: 'NOT_ALLOWED_WITH',
        message: 'status must be received for inbound messages, and must not be received for outbound ones.',
      },
    ];
  },
  async written(sql, scope, change) {
    const { before, after, at } = change;
    if (!after) return;
    const conversation = before ? await readConversation(sql, after) : await storeLastMessage(sql, after, at);
    const data = published(fields, after);
    const events = definitionsOf(before, after).map((definition) => ({ definition, data, conversation }));
    await publishEvents(sql, scope, events, at);
    if (before) return;
    await scope.services.events.publish(sql, messageCreated({ message: after, at }));
  },
});

/**
 * The event of an outbound message is published when it has been sent, even if that is later. Sandboxed messages have the
 * event too, so that flows can be tested without a provider.
 */
function definitionsOf(before: Message | null, after: Message): CrmEvent['definition'][] {
  if (after.direction === 'inbound') return before ? [] : [messageEvents.received];
  const isSent = (message: Message | null) =>
    message !== null && ['sent', 'delivered', 'sandboxed'].includes(message.status);
  const hasBecome = (status: Message['status']) => after.status === status && before?.status !== status;
  return [
    ...(isSent(after) && !isSent(before) ? [messageEvents.sent] : []),
    ...(hasBecome('delivered') ? [messageEvents.delivered] : []),
    ...(hasBecome('failed') ? [messageEvents.failed] : []),
  ];
}

/** The fields of its conversation in the event of a message; they identify whose reply it is. */
type Details = Pick<Conversation, 'contactId' | 'channel' | 'agentId' | 'assignedTo'>;
const details = ['contactId', 'channel', 'agentId', 'assignedTo'] as const;
const conversationsTable = tableOf<Conversation>()('conversations');

async function readConversation(sql: Sql, { workspaceId, conversationId }: Message): Promise<Details | undefined> {
  return typed(sql, 'conversation_of_message', conversationsTable)
    .selectFrom('conversations')
    .select(details)
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', conversationId)
    .executeTakeFirst();
}

/** The update locks the conversation, which serializes concurrent messages. */
async function storeLastMessage(
  sql: Sql,
  { workspaceId, conversationId }: Message,
  at: Date,
): Promise<Details | undefined> {
  return typed(sql, 'store_last_message', conversationsTable)
    .updateTable('conversations')
    .set({ lastMessageAt: at })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', conversationId)
    .returning(details)
    .executeTakeFirst();
}

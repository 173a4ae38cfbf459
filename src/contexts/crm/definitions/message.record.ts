import type { CrmEventName } from '../../../nodes/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import {
  defineRecord,
  initially,
  longText,
  once,
  one,
  oneOf,
  type RowOf,
  ref,
  required,
  text,
  time,
} from '../../../platform/records/index.js';
import { type Conversation, conversations } from './conversation.record.js';
import { messageCreated } from './events.js';
import { publishEvents, published } from './publish-events.js';

const statuses = ['queued', 'sent', 'delivered', 'failed', 'received', 'sandboxed'] as const;

const fields = {
  conversationId: once(required(ref('conversations', 'conversation'))),
  direction: once(initially('outbound', oneOf(['inbound', 'outbound'], { filtered: true }))),
  author: once(
    initially(
      'member',
      oneOf(['contact', 'member', 'agent', 'flow'], { filtered: true, description: 'The contact, of what comes in' }),
    ),
  ),
  body: once(required(longText(20_000, { searched: true }))),
  status: initially(
    'queued',
    oneOf(statuses, {
      filtered: true,
      description: 'received, of what comes in; sandboxed where no provider is set up and only the sandbox took it',
    }),
  ),
  error: text(2_000),
  sentAt: time(),
};

export type Message = RowOf<typeof fields>;

export const messages = defineRecord({
  name: 'Message',
  plural: 'Messages',
  description: 'What was said in a conversation',
  table: 'messages',
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
  async check(_sql, _scope, { direction, status }) {
    if ((direction === 'inbound') === (status === 'received')) return [];
    return [{ field: 'status', message: 'status is received for what comes in, and for nothing else.' }];
  },
  async written(sql, scope, change) {
    const { before, after, at } = change;
    if (!after) return;
    const conversation = before ? await readConversation(sql, after) : await storeLastMessage(sql, after, at);
    const type = eventOf(before, after);
    if (type) await publishEvents(sql, scope, [{ type, data: { ...published(fields, after), ...conversation } }], at);
    if (before) return;
    await scope.services.events.publish(sql, messageCreated({ message: after, at }));
  },
});

/**
 * An outbound message has its event when it has left, whenever that is. One that only the sandbox took has it too, with
 * its status, so that flows that listen can be tried out.
 */
function eventOf(before: Message | null, after: Message): CrmEventName | null {
  if (after.direction === 'inbound') return before ? null : 'message.received';
  const hasLeft = (message: Message | null) =>
    message !== null && ['sent', 'delivered', 'sandboxed'].includes(message.status);
  return hasLeft(after) && !hasLeft(before) ? 'message.sent' : null;
}

/** What of its conversation a message's event tells: by it a reply is known as somebody's. */
type Details = Pick<Conversation, 'contactId' | 'channel' | 'agentId' | 'assignedTo'>;
const details = 'contact_id as "contactId", channel, agent_id as "agentId", assigned_to as "assignedTo"';

async function readConversation(sql: Sql, { workspaceId, conversationId }: Message): Promise<Details | undefined> {
  const text = `/* conversation_of_message */ select ${details} from conversations where workspace_id = $1 and id = $2`;
  return (await sql.query<Details>(statement(text, [workspaceId, conversationId]))).rows[0];
}

/** The conversation's row is locked: it is where two messages at once take their turn. */
async function storeLastMessage(
  sql: Sql,
  { workspaceId, conversationId }: Message,
  at: Date,
): Promise<Details | undefined> {
  const text = `/* keep_last_message */ update conversations set last_message_at = $3
    where workspace_id = $1 and id = $2 returning ${details}`;
  return (await sql.query<Details>(statement(text, [workspaceId, conversationId, at]))).rows[0];
}

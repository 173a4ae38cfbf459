import type { Sql } from '../../platform/database/database.js';
import {
  type Change,
  defineRecord,
  initially,
  longText,
  once,
  oneOf,
  type RowOf,
  ref,
  required,
  text,
  time,
} from '../records/index.js';
import { conversations } from './conversation.record.js';

const statuses = ['queued', 'sent', 'delivered', 'failed', 'received'] as const;

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
  status: initially('queued', oneOf(statuses, { filtered: true, description: 'received, of what comes in' })),
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
  derive({ direction, status, sentAt }, before, at) {
    if (direction === 'inbound') return before ? {} : { author: 'contact', status: 'received', sentAt: sentAt ?? at };
    return status !== before?.status && ['sent', 'delivered'].includes(status) && !sentAt ? { sentAt: at } : {};
  },
  async check(_sql, _scope, { direction, status }) {
    if ((direction === 'inbound') === (status === 'received')) return [];
    return [{ field: 'status', message: 'status is received for what comes in, and for nothing else.' }];
  },
  async written(sql, _scope, change) {
    await keepLastMessage(sql, change);
  },
});

/** The conversation's row is locked: it is where two messages at once take their turn. */
async function keepLastMessage(sql: Sql, { before, after, at }: Change<Message>): Promise<void> {
  if (before || !after) return;
  await sql.query(
    '/* keep_last_message */ update conversations set last_message_at = $3 where workspace_id = $1 and id = $2',
    [after.workspaceId, after.conversationId, at],
  );
}

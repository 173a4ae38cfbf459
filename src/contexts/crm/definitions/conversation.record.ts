import {
  defineRecord,
  initially,
  many,
  member,
  once,
  one,
  oneOf,
  type RowOf,
  readOnly,
  ref,
  required,
  time,
} from '../../../platform/records/index.js';
import { type ChangeEvents, publishesChanges } from './publish-events.js';

export const channels = ['whatsapp', 'sms', 'email', 'webchat', 'voice'] as const;

const fields = {
  contactId: once(required(ref('contacts', 'contact', { filtered: true }))),
  channel: once(required(oneOf(channels, { filtered: true }))),
  status: initially('open', oneOf(['open', 'pending', 'resolved'], { sorted: true, filtered: true })),
  assignedTo: member({ filtered: true }),
  agentId: ref('agents', 'agent', { filtered: true, description: 'The assistant that answers' }),
  lastMessageAt: readOnly(time({ sorted: true })),
  resolvedAt: readOnly(time({ sorted: true })),
};

export type Conversation = RowOf<typeof fields>;

/** How a conversation is held. */
export type Channel = Conversation['channel'];

const events: ChangeEvents<Conversation> = {
  created: 'conversation.created',
  also: (before, after) => [
    ...(after.status !== before.status ? [{ type: 'conversation.status_changed' as const }] : []),
    ...(after.assignedTo && after.assignedTo !== before.assignedTo ? [{ type: 'conversation.assigned' as const }] : []),
  ],
};

export const conversations = defineRecord({
  name: 'Conversation',
  plural: 'Conversations',
  description: 'Messages exchanged with a contact over one channel; goes with the contact',
  table: 'conversations',
  capability: 'conversations',
  fields,
  hit: { order: 90, of: { type: 'contacts', column: 'contact_id' }, subtitle: "r.channel || ' · ' || r.status" },
  relations: {
    contact: one('contactId', 'Contact'),
    agent: one('agentId', 'Agent'),
    assignee: one('assignedTo', 'Member'),
    messages: many('Message', 'conversationId'),
  },
  written: publishesChanges(fields, events),
  derive(wanted, before, at) {
    if (wanted.status === before?.status) return {};
    return { resolvedAt: wanted.status === 'resolved' ? at : null };
  },
});

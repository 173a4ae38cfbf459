import { conversationEvents } from '../../../nodes/index.js';
import { exampleId } from '../../../platform/example-id.js';
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
import { searchedByContact, searchedByMessage } from './searched-conversations.js';

export const channels = {
  whatsapp: 'WhatsApp.',
  sms: 'SMS.',
  email: 'Email.',
  webchat: 'The chat of a web page, which reads the conversation itself.',
  voice: 'Voice calls.',
} as const;

const fields = {
  contactId: once(
    required(ref('contacts', 'contact', { filtered: true, description: 'The contact of the conversation.' })),
  ),
  channel: once(required(oneOf(channels, { filtered: true, description: 'The channel of the conversation.' }))),
  status: initially(
    'open',
    oneOf(
      {
        open: 'The contact waits for an answer, or the conversation goes on.',
        pending: 'It waits for something, for example for the contact.',
        resolved: 'It has ended. A new message of the contact opens it again.',
      },
      {
        sorted: true,
        filtered: true,
        description: 'The status of the conversation.',
      },
    ),
  ),
  assignedTo: member({
    filtered: 'idOrNone',
    description: 'The user ID of the member who is responsible for the conversation.',
  }),
  agentId: ref('agents', 'agent', { filtered: true, description: 'The assistant that answers the contact.' }),
  lastMessageAt: readOnly(time({ sorted: true, description: 'The time of the last message.' })),
  resolvedAt: readOnly(
    time({ sorted: true, description: 'The time at which the status became resolved; null for other statuses.' }),
  ),
};

export type Conversation = RowOf<typeof fields>;

/** The channel of a conversation. */
export type Channel = Conversation['channel'];

const events: ChangeEvents<Conversation> = {
  created: conversationEvents.created,
  also: (before, after) => [
    ...(after.status !== before.status ? [{ definition: conversationEvents.statusChanged }] : []),
    ...(after.assignedTo && after.assignedTo !== before.assignedTo
      ? [{ definition: conversationEvents.assigned }]
      : []),
  ],
};

export const conversations = defineRecord({
  name: 'Conversation',
  plural: 'Conversations',
  description: 'The messages with a contact over one channel. Deleted together with the contact.',
  table: 'conversations',
  indexes: {
    any: ['channel', 'contactId', 'createdAt', 'lastMessageAt', 'resolvedAt', 'status', 'updatedAt'],
    present: ['agentId', 'assignedTo'],
  },
  routes: {
    list: 'GET /conversations',
    create: 'POST /conversations',
    find: 'GET /conversations/:conversationId',
    update: 'PATCH /conversations/:conversationId',
    delete: 'DELETE /conversations/:conversationId',
  },
  examples: {
    create: { contactId: exampleId('contactId'), channel: 'whatsapp' },
    update: { status: 'pending' },
  },
  capability: 'conversations',
  searchedIn: [searchedByContact('conversations'), searchedByMessage],
  fields,
  hit: { order: 90, of: { type: 'contacts', column: 'contact_id' }, subtitle: "r.channel || ' · ' || r.status" },
  relations: {
    contact: one('contactId', 'Contact'),
    agent: one('agentId', 'Agent'),
    assignee: one('assignedTo', 'Member'),
    messages: many('Message', 'conversationId'),
  },
  written: publishesChanges(fields, events),
  derive({ status }, before, at) {
    if (status === before?.status) return {};
    return { resolvedAt: status === 'resolved' ? at : null };
  },
});

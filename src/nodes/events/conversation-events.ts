import { z } from 'zod';
import { defineEvent } from '../../platform/events/index.js';
import { exampleId } from '../../platform/example-id.js';

const times = { createdAt: '2026-01-05T09:00:00.000Z', updatedAt: '2026-01-05T09:00:00.000Z' };

const conversation = {
  id: exampleId('conversationId'),
  workspaceId: exampleId('workspaceId'),
  contactId: exampleId('contactId'),
  channel: 'whatsapp',
  status: 'open',
  assignedTo: null,
  agentId: null,
  lastMessageAt: null,
  resolvedAt: null,
  ...times,
};

const ofConversations = { read: 'conversations:read', data: { record: 'Conversation' } } as const;

export const conversationEvents = {
  created: defineEvent({
    ...ofConversations,
    type: 'conversation.created',
    label: 'Conversation created',
    summary: 'A conversation was created.',
    sample: { data: conversation },
  }),
  statusChanged: defineEvent({
    ...ofConversations,
    type: 'conversation.status_changed',
    label: 'Conversation status changed',
    summary: 'The status of a conversation was changed.',
    previous: true,
    sample: {
      data: { ...conversation, status: 'resolved', resolvedAt: times.updatedAt },
      previous: { status: 'open', resolvedAt: null },
    },
  }),
  assigned: defineEvent({
    ...ofConversations,
    type: 'conversation.assigned',
    label: 'Conversation assigned',
    summary: 'A conversation was assigned to another member.',
    previous: true,
    sample: { data: { ...conversation, assignedTo: exampleId('userId') }, previous: { assignedTo: null } },
  }),
};

const message = {
  id: exampleId('messageId'),
  workspaceId: exampleId('workspaceId'),
  conversationId: exampleId('conversationId'),
  direction: 'outbound',
  author: 'member',
  body: 'Your order has been sent.',
  status: 'sent',
  error: null,
  attachments: [],
  dropped: null,
  sentAt: times.createdAt,
  ...times,
};

/** The conversation of the message, beside it: it identifies whose message it is. */
const conversationOfMessage = z
  .object({
    contactId: z.string().describe('The contact.'),
    channel: z.string().describe('The channel, as in the conversation.'),
    agentId: z.string().nullable().describe('The assistant that answers in it; null if none does.'),
    assignedTo: z.string().nullable().describe('The user ID of the member who is responsible for it.'),
  })
  .describe('Of its conversation.');

const beside = { contactId: exampleId('contactId'), channel: 'whatsapp', agentId: null, assignedTo: null };

const ofMessages = {
  read: 'conversations:read',
  data: { record: 'Message' },
  beside: { conversation: conversationOfMessage },
} as const;

export const messageEvents = {
  received: defineEvent({
    ...ofMessages,
    type: 'message.received',
    label: 'Message received',
    summary: 'A message of a contact was received.',
    sample: {
      data: { ...message, direction: 'inbound', author: 'contact', body: 'Where is my order?', status: 'received' },
      conversation: beside,
    },
  }),
  sent: defineEvent({
    ...ofMessages,
    type: 'message.sent',
    label: 'Message sent',
    summary: 'A message was sent to a contact.',
    sample: { data: message, conversation: beside },
  }),
  delivered: defineEvent({
    ...ofMessages,
    type: 'message.delivered',
    summary: 'A message has reached its recipient.',
    sample: { data: { ...message, status: 'delivered' }, conversation: beside },
  }),
  failed: defineEvent({
    ...ofMessages,
    type: 'message.failed',
    summary: 'A message could not be delivered; `error` says why.',
    sample: { data: { ...message, status: 'failed', error: 'The number is not in use.' }, conversation: beside },
  }),
};

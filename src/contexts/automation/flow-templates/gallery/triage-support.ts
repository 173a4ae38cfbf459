import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const triageSupport: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a004',
  name: 'Sort support requests',
  description: 'Classifies each received message by topic and opens a ticket in your help desk.',
  category: 'support',
  tags: ['support', 'ai', 'ticket'],
  variables: [{ name: 'helpDeskUrl', value: 'https://helpdesk.example.com/api/tickets' }],
  nodes: [
    node('received', 'trigger.crmEvent', [0, 1], {
      label: 'Message received',
      eventType: 'message.received',
      sample: { data: { body: 'I was charged twice.' }, conversation: { contactId: 'contact-1' } },
    }),
    node('topic', 'ai.classify', [1, 1], {
      label: 'Classify the topic',
      input: '{{triggerData.data.body}}',
      labels: [
        { id: 'billing', description: 'Invoices, payments, refunds.' },
        { id: 'problem', description: 'Something does not work.' },
        { id: 'question', description: 'A request for information.' },
      ],
    }),
    node('urgent', 'data.set', [2, 0], { label: 'Urgent', assignments: [{ name: 'priority', value: 'high' }] }),
    node('normal', 'data.set', [2, 2], { label: 'Normal', assignments: [{ name: 'priority', value: 'normal' }] }),
    node('either', 'logic.merge', [3, 1], { label: 'Either way', mode: 'any' }),
    node('ticket', 'http.request', [4, 1], {
      label: 'Open a ticket',
      method: 'POST',
      url: '{{variables.helpDeskUrl}}',
      auth: { type: 'bearer', token: '{{boveda.helpdesk_token}}' },
      body: {
        text: '{{triggerData.data.body}}',
        topic: '{{steps.topic.label}}',
        priority: '{{variables.priority}}',
        contactId: '{{triggerData.conversation.contactId}}',
      },
      retry: { attempts: 3, backoffSeconds: 10 },
    }),
  ],
  edges: edges(
    'received>topic',
    'topic:label:problem>urgent',
    'topic:label:billing>normal',
    'topic:label:question>normal',
    'topic:other>normal',
    'urgent>either',
    'normal>either',
    'either>ticket',
  ),
};

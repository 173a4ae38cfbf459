import { type GalleryTemplate, step, wires } from './draw.js';

export const triageSupport: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a004',
  name: 'Sort support requests',
  description: 'Reads each message that comes in, finds out what it is about, and opens a ticket in your help desk.',
  category: 'support',
  tags: ['support', 'ai', 'ticket'],
  variables: [{ name: 'helpDeskUrl', value: 'https://helpdesk.example.com/api/tickets' }],
  nodes: [
    step('received', 'trigger.crmEvent', [0, 1], {
      label: 'Message received',
      eventType: 'message.received',
      sample: { data: { body: 'I was charged twice.', contactId: 'contact-1' } },
    }),
    step('topic', 'ai.classify', [1, 1], {
      label: 'What is it about?',
      input: '{{triggerData.data.body}}',
      labels: [
        { id: 'billing', description: 'Invoices, payments, refunds.' },
        { id: 'fault', description: 'Something does not work.' },
        { id: 'question', description: 'Wants to know something.' },
      ],
    }),
    step('urgent', 'data.set', [2, 0], { label: 'Urgent', assignments: [{ name: 'priority', value: 'high' }] }),
    step('usual', 'data.set', [2, 2], { label: 'Usual', assignments: [{ name: 'priority', value: 'normal' }] }),
    step('either', 'logic.merge', [3, 1], { label: 'Either way', mode: 'any' }),
    step('ticket', 'http.request', [4, 1], {
      label: 'Open a ticket',
      method: 'POST',
      url: '{{variables.helpDeskUrl}}',
      auth: { type: 'bearer', token: '{{boveda.helpdesk_token}}' },
      body: {
        text: '{{triggerData.data.body}}',
        topic: '{{steps.topic.label}}',
        priority: '{{variables.priority}}',
        contactId: '{{triggerData.data.contactId}}',
      },
      retry: { attempts: 3, backoffSeconds: 10 },
    }),
  ],
  edges: wires(
    'received>topic',
    'topic:label:fault>urgent',
    'topic:label:billing>usual',
    'topic:label:question>usual',
    'topic:other>usual',
    'urgent>either',
    'usual>either',
    'either>ticket',
  ),
};

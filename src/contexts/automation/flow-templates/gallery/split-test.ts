import { type GalleryTemplate, step, wires } from './draw.js';

export const splitTest: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a00b',
  name: 'Try two subjects against each other',
  description:
    'Sends half of the contacts one subject and half the other, the same contact always the same, and reports which.',
  category: 'marketing',
  tags: ['email', 'experiment'],
  variables: [{ name: 'trackingUrl', value: 'https://analytics.example.com/api/events' }],
  nodes: [
    step('begin', 'trigger.webhook', [0, 1], {
      label: 'For one contact',
      sample: { name: 'Ada', email: 'ada@example.com' },
    }),
    step('half', 'logic.split', [1, 1], {
      label: 'Half and half',
      variants: [
        { id: 'question', weight: 50 },
        { id: 'offer', weight: 50 },
      ],
      key: '{{triggerData.email}}',
    }),
    step('question', 'message.email', [2, 0], {
      label: 'As a question',
      to: '{{triggerData.email}}',
      subject: 'Have you seen what is new?',
      body: 'Hello {{triggerData.name}},\n\nthis month there is something for you.',
    }),
    step('offer', 'message.email', [2, 2], {
      label: 'As an offer',
      to: '{{triggerData.email}}',
      subject: '20 % for you this month',
      body: 'Hello {{triggerData.name}},\n\nthis month there is something for you.',
    }),
    step('sent', 'logic.merge', [3, 1], { label: 'One was sent', mode: 'any' }),
    step('report', 'http.request', [4, 1], {
      label: 'Report which',
      method: 'POST',
      url: '{{variables.trackingUrl}}',
      headers: { 'x-api-key': '{{boveda.analytics_key}}' },
      body: { event: 'sent', variant: '{{steps.half.variant}}', email: '{{triggerData.email}}' },
    }),
  ],
  edges: wires(
    'begin>half',
    'half:variant:question>question',
    'half:variant:offer>offer',
    'question:sent>sent',
    'offer:sent>sent',
    'sent>report',
  ),
};

import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const splitTest: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a00b',
  name: 'Test two subject lines',
  description:
    'Sends one subject line to half of the contacts and another to the rest, always the same to the same contact, and reports which.',
  category: 'marketing',
  tags: ['email', 'experiment'],
  variables: [{ name: 'trackingUrl', value: 'https://analytics.example.com/api/events' }],
  nodes: [
    node('begin', 'trigger.webhook', [0, 1], {
      label: 'For one contact',
      sample: { name: 'Ada', email: 'ada@example.com' },
    }),
    node('half', 'logic.split', [1, 1], {
      label: 'Split in half',
      variants: [
        { id: 'question', weight: 50 },
        { id: 'offer', weight: 50 },
      ],
      key: '{{triggerData.email}}',
    }),
    node('question', 'message.email', [2, 0], {
      label: 'Subject as a question',
      to: '{{triggerData.email}}',
      subject: 'Have you seen what is new?',
      body: 'Hello {{triggerData.name}},\n\nthis month there is something for you.',
    }),
    node('offer', 'message.email', [2, 2], {
      label: 'Subject as an offer',
      to: '{{triggerData.email}}',
      subject: '20 % for you this month',
      body: 'Hello {{triggerData.name}},\n\nthis month there is something for you.',
    }),
    node('sent', 'logic.merge', [3, 1], { label: 'Email sent', mode: 'any' }),
    node('report', 'http.request', [4, 1], {
      label: 'Report the variant',
      method: 'POST',
      url: '{{variables.trackingUrl}}',
      headers: { 'x-api-key': '{{boveda.analytics_key}}' },
      body: { event: 'sent', variant: '{{steps.half.variant}}', email: '{{triggerData.email}}' },
    }),
  ],
  edges: edges(
    'begin>half',
    'half:variant:question>question',
    'half:variant:offer>offer',
    'question:sent>sent',
    'offer:sent>sent',
    'sent>report',
  ),
};

import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const announceDeals: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a00d',
  name: 'Announce won deals in the team chat',
  description: 'Posts each won opportunity to a channel of the team chat.',
  category: 'sales',
  tags: ['crm', 'chat'],
  nodes: [
    node('changed', 'trigger.crmEvent', [0, 0], {
      label: 'Opportunity won',
      eventType: 'opportunity.status_changed',
      conditions: [{ left: '{{triggerData.data.status}}', operator: 'eq', right: 'won' }],
      sample: { data: { name: 'Forty licences', status: 'won', value: '4800', currency: 'EUR' } },
    }),
    node('post', 'http.request', [1, 0], {
      label: 'Post to the chat',
      method: 'POST',
      url: 'https://slack.com/api/chat.postMessage',
      auth: { type: 'bearer', token: '{{boveda.chat_token}}' },
      body: {
        channel: '#sales',
        text: 'Won: {{triggerData.data.name}}, {{triggerData.data.value}} {{triggerData.data.currency}}',
      },
      retry: { attempts: 3, backoffSeconds: 5 },
    }),
  ],
  edges: edges('changed>post'),
};

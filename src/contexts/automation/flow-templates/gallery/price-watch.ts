import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const priceWatch: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a010',
  name: 'Watch a web page for changes',
  description: 'Reads a web page every hour and sends an email with the former and the new text when it has changed.',
  category: 'operations',
  tags: ['monitoring', 'email'],
  variables: [{ name: 'email', value: 'team@example.com' }],
  nodes: [
    node('changed', 'trigger.pageChange', [0, 0], {
      label: 'Page changed',
      url: 'https://www.example.com/',
      everySeconds: 3_600,
    }),
    node('mail', 'message.email', [1, 0], {
      label: 'Send the change',
      to: '{{variables.email}}',
      subject: 'Changed: {{triggerData.url}}',
      body: 'Before:\n{{default(triggerData.previous, "")}}\n\nNow:\n{{triggerData.text}}',
    }),
  ],
  edges: edges('changed>mail'),
};

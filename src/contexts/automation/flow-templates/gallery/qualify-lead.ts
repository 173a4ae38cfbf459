import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const qualifyLead: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a003',
  name: 'Qualify leads with AI',
  description:
    'Classifies the message of a lead: sends hot leads to the team by SMS and replies to the others by email.',
  category: 'ai',
  tags: ['lead', 'ai', 'sms'],
  variables: [{ name: 'teamPhone', value: '+12025550123' }],
  nodes: [
    node('form', 'trigger.webhook', [0, 1], {
      label: 'Form submitted',
      sample: {
        name: 'Ada',
        email: 'ada@example.com',
        phone: '+34600000001',
        message: 'We want forty licences this week.',
      },
    }),
    node('classify', 'ai.classify', [1, 1], {
      label: 'Classify the message',
      input: '{{triggerData.message}}',
      labels: [
        { id: 'hot', description: 'Wants to buy soon, names a budget, a date or an amount.' },
        { id: 'warm', description: 'Is interested and asks questions.' },
        { id: 'spam', description: 'Advertising, nonsense or abuse.' },
      ],
    }),
    node('call', 'message.sms', [2, 0], {
      label: 'Notify the team',
      to: '{{variables.teamPhone}}',
      text: 'Hot lead: {{triggerData.name}}, {{triggerData.phone}}',
    }),
    node('write', 'ai.generate', [2, 1], {
      label: 'Write a reply',
      system: 'You answer questions from potential customers in at most three friendly sentences.',
      prompt: '{{triggerData.message}}',
    }),
    node('send', 'message.email', [3, 1], {
      label: 'Send the reply',
      to: '{{triggerData.email}}',
      subject: 'Your question',
      body: '{{steps.write.text}}',
    }),
  ],
  edges: edges(
    'form>classify',
    'classify:label:hot>call',
    'classify:label:warm>write',
    'classify:other>write',
    'write>send',
  ),
};

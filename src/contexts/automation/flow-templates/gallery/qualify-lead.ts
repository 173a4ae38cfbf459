import { type GalleryTemplate, step, wires } from './draw.js';

export const qualifyLead: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a003',
  name: 'Qualify leads with AI',
  description:
    'Judges what a lead wrote: sends the hot ones to the phone of the team at once, answers the others by email.',
  category: 'ai',
  tags: ['lead', 'ai', 'sms'],
  variables: [{ name: 'teamPhone', value: '+12025550123' }],
  nodes: [
    step('form', 'trigger.webhook', [0, 1], {
      label: 'Form was sent',
      sample: {
        name: 'Ada',
        email: 'ada@example.com',
        phone: '+34600000001',
        message: 'We want forty licences this week.',
      },
    }),
    step('judge', 'ai.classify', [1, 1], {
      label: 'How serious is it?',
      input: '{{triggerData.message}}',
      labels: [
        { id: 'hot', description: 'Wants to buy soon, names a budget, a date or an amount.' },
        { id: 'warm', description: 'Is interested and asks questions.' },
        { id: 'spam', description: 'Advertising, nonsense or abuse.' },
      ],
    }),
    step('call', 'message.sms', [2, 0], {
      label: 'Call them now',
      to: '{{variables.teamPhone}}',
      text: 'Hot lead: {{triggerData.name}}, {{triggerData.phone}}',
    }),
    step('write', 'ai.generate', [2, 1], {
      label: 'Write an answer',
      system: 'You answer questions of people who may become customers, in three friendly sentences at most.',
      prompt: '{{triggerData.message}}',
    }),
    step('send', 'message.email', [3, 1], {
      label: 'Send the answer',
      to: '{{triggerData.email}}',
      subject: 'Your question',
      body: '{{steps.write.text}}',
    }),
  ],
  edges: wires('form>judge', 'judge:label:hot>call', 'judge:label:warm>write', 'judge:other>write', 'write>send'),
};

import { type GalleryTemplate, step, wires } from './draw.js';

export const newLeadEmail: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a001',
  name: 'New lead: tell the team and answer',
  description: 'Takes a lead from a form by webhook, mails the team, and thanks the lead where it left an address.',
  category: 'sales',
  tags: ['lead', 'webhook', 'email'],
  variables: [{ name: 'teamEmail', value: 'sales@example.com' }],
  nodes: [
    step('form', 'trigger.webhook', [0, 1], {
      label: 'Form was sent',
      sample: { name: 'Ada', email: 'ada@example.com', message: 'What do forty licences cost?' },
    }),
    step('team', 'message.email', [1, 0], {
      label: 'Mail the team',
      to: '{{variables.teamEmail}}',
      subject: 'New lead: {{triggerData.name}}',
      body: '{{triggerData.name}} ({{triggerData.email}}) wrote:\n\n{{triggerData.message}}',
    }),
    step('reachable', 'logic.if', [1, 2], {
      label: 'Left an address?',
      conditions: [{ left: '{{triggerData.email}}', operator: 'isNotEmpty' }],
    }),
    step('thanks', 'message.email', [2, 2], {
      label: 'Thank the lead',
      to: '{{triggerData.email}}',
      subject: 'Thank you for your message',
      body: 'Hello {{triggerData.name}},\n\nwe have your message and answer within a working day.',
    }),
  ],
  edges: wires('form>team', 'form>reachable', 'reachable:true>thanks'),
};

import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const newLeadEmail: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a001',
  name: 'Notify the team of a new lead and reply',
  description:
    'Receives a lead from a form by webhook, notifies the team by email and thanks the lead if there is an email address.',
  category: 'sales',
  tags: ['lead', 'webhook', 'email'],
  variables: [{ name: 'teamEmail', value: 'sales@example.com' }],
  nodes: [
    node('form', 'trigger.webhook', [0, 1], {
      label: 'Form submitted',
      sample: { name: 'Ada', email: 'ada@example.com', message: 'What do forty licences cost?' },
    }),
    node('team', 'message.email', [1, 0], {
      label: 'Notify the team',
      to: '{{variables.teamEmail}}',
      subject: 'New lead: {{triggerData.name}}',
      body: '{{triggerData.name}} ({{triggerData.email}}) wrote:\n\n{{triggerData.message}}',
    }),
    node('reachable', 'logic.if', [1, 2], {
      label: 'Has an email address?',
      conditions: [{ left: '{{triggerData.email}}', operator: 'isNotEmpty' }],
    }),
    node('thanks', 'message.email', [2, 2], {
      label: 'Thank the lead',
      to: '{{triggerData.email}}',
      subject: 'Thank you for your message',
      body: 'Hello {{triggerData.name}},\n\nwe received your message and will reply within one working day.',
    }),
  ],
  edges: edges('form>team', 'form>reachable', 'reachable:true>thanks'),
};

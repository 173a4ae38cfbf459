import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const welcomeContact: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a002',
  name: 'Welcome a new contact',
  description: 'Sends each new contact a welcome email, and first steps three days later.',
  category: 'marketing',
  tags: ['onboarding', 'email'],
  nodes: [
    node('created', 'trigger.crmEvent', [0, 0], {
      label: 'Contact created',
      eventType: 'contact.created',
      sample: { data: { name: 'Ada', email: 'ada@example.com' } },
    }),
    node('known', 'logic.if', [1, 0], {
      label: 'Has an email address?',
      conditions: [{ left: '{{triggerData.data.email}}', operator: 'isNotEmpty' }],
    }),
    node('welcome', 'message.email', [2, 0], {
      label: 'Welcome',
      to: '{{triggerData.data.email}}',
      subject: 'Welcome, {{triggerData.data.name}}',
      body: 'Hello {{triggerData.data.name}},\n\nwelcome! Reply to this email if you need anything.',
    }),
    node('pause', 'logic.delay', [3, 0], { label: 'Wait three days', minutes: 4320 }),
    node('tips', 'message.email', [4, 0], {
      label: 'First steps',
      to: '{{triggerData.data.email}}',
      subject: 'Your first steps',
      body: 'Hello {{triggerData.data.name}},\n\nhere is how to get started.',
    }),
  ],
  edges: edges('created>known', 'known:true>welcome', 'welcome:sent>pause', 'pause>tips'),
};

import { type GalleryTemplate, step, wires } from './draw.js';

export const welcomeContact: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a002',
  name: 'Welcome a new contact',
  description: 'Welcomes each new contact by email, and writes once more after three days.',
  category: 'marketing',
  tags: ['onboarding', 'email'],
  nodes: [
    step('created', 'trigger.crmEvent', [0, 0], {
      label: 'Contact created',
      eventType: 'contact.created',
      sample: { data: { name: 'Ada', email: 'ada@example.com' } },
    }),
    step('known', 'logic.if', [1, 0], {
      label: 'Has an address?',
      conditions: [{ left: '{{triggerData.data.email}}', operator: 'isNotEmpty' }],
    }),
    step('welcome', 'message.email', [2, 0], {
      label: 'Welcome',
      to: '{{triggerData.data.email}}',
      subject: 'Welcome, {{triggerData.data.name}}',
      body: 'Hello {{triggerData.data.name}},\n\nit is good to have you with us. Just answer this mail if you need anything.',
    }),
    step('pause', 'logic.delay', [3, 0], { label: 'Three days', minutes: 4320 }),
    step('tips', 'message.email', [4, 0], {
      label: 'First steps',
      to: '{{triggerData.data.email}}',
      subject: 'Your first steps',
      body: 'Hello {{triggerData.data.name}},\n\nhere is what others start with.',
    }),
  ],
  edges: wires('created>known', 'known:true>welcome', 'welcome:sent>pause', 'pause>tips'),
};

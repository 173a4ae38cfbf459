import { type GalleryTemplate, step, wires } from './draw.js';

export const paymentFailed: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a008',
  name: 'Remind of failed payments',
  description: 'Writes to a customer whose payment failed: friendly at first, firmer later, by SMS in the end.',
  category: 'operations',
  tags: ['payments', 'email', 'sms'],
  nodes: [
    step('failed', 'trigger.webhook', [0, 1], {
      label: 'Payment failed',
      sample: {
        ...{ attempt: 1, name: 'Ada', email: 'ada@example.com', phone: '+34600000001' },
        ...{ amount: '19.00 EUR', payUrl: 'https://shop.example.com/pay/A-1001' },
      },
    }),
    step('attempt', 'logic.switch', [1, 1], {
      label: 'Which attempt?',
      value: '{{triggerData.attempt}}',
      cases: [
        { id: 'first', equals: 1 },
        { id: 'second', equals: 2 },
      ],
    }),
    step('friendly', 'message.email', [2, 0], {
      label: 'Friendly reminder',
      to: '{{triggerData.email}}',
      subject: 'Your payment did not go through',
      body: 'Hello {{triggerData.name}},\n\nyour payment of {{triggerData.amount}} did not go through. We try again in three days.',
    }),
    step('firm', 'message.email', [2, 1], {
      label: 'Firm reminder',
      to: '{{triggerData.email}}',
      subject: 'Please check how you pay',
      body: 'Hello {{triggerData.name}},\n\nyour payment failed twice. Please enter another card: {{triggerData.payUrl}}',
    }),
    step('last', 'message.sms', [2, 2], {
      label: 'Last reminder',
      to: '{{triggerData.phone}}',
      text: 'Your payment failed again. Please see to it today: {{triggerData.payUrl}}',
    }),
  ],
  edges: wires('failed>attempt', 'attempt:case:first>friendly', 'attempt:case:second>firm', 'attempt:default>last'),
};

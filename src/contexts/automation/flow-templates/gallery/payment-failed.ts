import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const paymentFailed: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a008',
  name: 'Follow up on failed payments',
  description: 'Contacts a customer whose payment failed: by a friendly email first, then a firm one, then an SMS.',
  category: 'operations',
  tags: ['payments', 'email', 'sms'],
  nodes: [
    node('failed', 'trigger.webhook', [0, 1], {
      label: 'Payment failed',
      sample: {
        attempt: 1,
        name: 'Ada',
        email: 'ada@example.com',
        phone: '+34600000001',
        amount: '19.00 EUR',
        payUrl: 'https://shop.example.com/pay/A-1001',
      },
    }),
    node('attempt', 'logic.switch', [1, 1], {
      label: 'Which attempt?',
      value: '{{triggerData.attempt}}',
      cases: [
        { id: 'first', equals: 1 },
        { id: 'second', equals: 2 },
      ],
    }),
    node('friendly', 'message.email', [2, 0], {
      label: 'Friendly reminder',
      to: '{{triggerData.email}}',
      subject: 'Your payment did not go through',
      body: 'Hello {{triggerData.name}},\n\nyour payment of {{triggerData.amount}} did not go through. We will try again in three days.',
    }),
    node('firm', 'message.email', [2, 1], {
      label: 'Firm reminder',
      to: '{{triggerData.email}}',
      subject: 'Please check your payment method',
      body: 'Hello {{triggerData.name}},\n\nyour payment failed twice. Please enter another card: {{triggerData.payUrl}}',
    }),
    node('last', 'message.sms', [2, 2], {
      label: 'Last reminder',
      to: '{{triggerData.phone}}',
      text: 'Your payment failed again. Please pay today: {{triggerData.payUrl}}',
    }),
  ],
  edges: edges('failed>attempt', 'attempt:case:first>friendly', 'attempt:case:second>firm', 'attempt:default>last'),
};

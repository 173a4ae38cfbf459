import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const orderConfirmation: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a007',
  name: 'Confirm orders by WhatsApp or email',
  description:
    'Receives an order from a shop by webhook and confirms it with a WhatsApp template, or by email if that fails.',
  category: 'support',
  tags: ['shop', 'whatsapp', 'email'],
  nodes: [
    node('order', 'trigger.webhook', [0, 0], {
      label: 'Order placed',
      sample: {
        orderId: 'A-1001',
        total: 250,
        customer: { name: 'Ada', email: 'ada@example.com', phone: '+34600000001' },
      },
    }),
    node('phone', 'logic.if', [1, 0], {
      label: 'Has a phone number?',
      conditions: [{ left: '{{triggerData.customer.phone}}', operator: 'isNotEmpty' }],
    }),
    node('whatsapp', 'message.whatsappTemplate', [2, 0], {
      label: 'Confirm by WhatsApp',
      to: '{{triggerData.customer.phone}}',
      templateId: 'order_confirmed',
      language: 'en',
      variables: ['{{triggerData.customer.name}}', '{{triggerData.orderId}}'],
    }),
    node('needed', 'logic.merge', [3, 1], { label: 'Email is needed', mode: 'any' }),
    node('email', 'message.email', [4, 1], {
      label: 'Confirm by email',
      to: '{{triggerData.customer.email}}',
      subject: 'Your order {{triggerData.orderId}}',
      body: 'Hello {{triggerData.customer.name}},\n\nwe received your order for {{triggerData.total}} and will ship it soon.',
    }),
  ],
  edges: edges('order>phone', 'phone:true>whatsapp', 'phone:false>needed', 'whatsapp:failed>needed', 'needed>email'),
};

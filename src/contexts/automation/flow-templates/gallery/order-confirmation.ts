import { type GalleryTemplate, step, wires } from './draw.js';

export const orderConfirmation: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a007',
  name: 'Confirm orders by WhatsApp or email',
  description: "Takes a shop's order by webhook and confirms it by a WhatsApp template, or by email where that fails.",
  category: 'support',
  tags: ['shop', 'whatsapp', 'email'],
  nodes: [
    step('order', 'trigger.webhook', [0, 0], {
      label: 'Order placed',
      sample: {
        orderId: 'A-1001',
        total: 250,
        customer: { name: 'Ada', email: 'ada@example.com', phone: '+34600000001' },
      },
    }),
    step('phone', 'logic.if', [1, 0], {
      label: 'Gave a number?',
      conditions: [{ left: '{{triggerData.customer.phone}}', operator: 'isNotEmpty' }],
    }),
    step('whatsapp', 'message.whatsappTemplate', [2, 0], {
      label: 'Confirm by WhatsApp',
      to: '{{triggerData.customer.phone}}',
      templateId: 'order_confirmed',
      language: 'en',
      variables: ['{{triggerData.customer.name}}', '{{triggerData.orderId}}'],
    }),
    step('needed', 'logic.merge', [3, 1], { label: 'Email is needed', mode: 'any' }),
    step('email', 'message.email', [4, 1], {
      label: 'Confirm by email',
      to: '{{triggerData.customer.email}}',
      subject: 'Your order {{triggerData.orderId}}',
      body: 'Hello {{triggerData.customer.name}},\n\nwe have your order over {{triggerData.total}} and send it soon.',
    }),
  ],
  edges: wires('order>phone', 'phone:true>whatsapp', 'phone:false>needed', 'whatsapp:failed>needed', 'needed>email'),
};

import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const orderStatusTool: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a009',
  name: 'Order status as a tool for assistants',
  description:
    'Lets an assistant look up an order in your shop. The tool returns a short answer, also for unknown orders.',
  category: 'ai',
  tags: ['assistant', 'tool', 'shop'],
  variables: [{ name: 'shopUrl', value: 'https://shop.example.com/api/orders' }],
  nodes: [
    node('called', 'trigger.aiTool', [0, 0], {
      label: 'Called by an assistant',
      toolName: 'order_status',
      description: 'Looks up the status of an order by its number. Call it when a customer asks where an order is.',
      parameters: {
        type: 'object',
        properties: { orderId: { type: 'string', description: 'The number of the order, for example A-1001.' } },
        required: ['orderId'],
      },
      sample: { orderId: 'A-1001' },
    }),
    node('read', 'http.request', [1, 0], {
      label: 'Read the order',
      method: 'GET',
      url: '{{variables.shopUrl}}',
      query: { number: '{{triggerData.orderId}}' },
      auth: { type: 'bearer', token: '{{boveda.shop_api_token}}' },
    }),
    node('answer', 'data.set', [2, 0], {
      label: 'Answer',
      assignments: [
        { name: 'status', value: '{{steps.read.body.status}}' },
        { name: 'expected', value: '{{steps.read.body.expectedAt}}' },
      ],
    }),
    node('unknown', 'data.set', [2, 1], {
      label: 'No answer',
      assignments: [{ name: 'status', value: 'unknown: the order could not be looked up' }],
    }),
  ],
  edges: edges('called>read', 'read:out>answer', 'read:error>unknown'),
};

import { type GalleryTemplate, step, wires } from './draw.js';

export const orderStatusTool: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a009',
  name: 'Order status as a tool for assistants',
  description:
    'Lets an assistant look up an order in your shop; it gets a short answer, also when there is no such order.',
  category: 'ai',
  tags: ['assistant', 'tool', 'shop'],
  variables: [{ name: 'shopUrl', value: 'https://shop.example.com/api/orders' }],
  nodes: [
    step('asked', 'trigger.aiTool', [0, 0], {
      label: 'Assistant asks',
      toolName: 'order_status',
      description: 'Looks up the state of an order by its number. Call it when somebody asks where an order is.',
      parameters: {
        type: 'object',
        properties: { orderId: { type: 'string', description: 'The number of the order, as A-1001.' } },
        required: ['orderId'],
      },
      sample: { orderId: 'A-1001' },
    }),
    step('read', 'http.request', [1, 0], {
      label: 'Ask the shop',
      method: 'GET',
      url: '{{variables.shopUrl}}',
      query: { number: '{{triggerData.orderId}}' },
      auth: { type: 'bearer', token: '{{boveda.shop_api_token}}' },
    }),
    step('answer', 'data.set', [2, 0], {
      label: 'Answer',
      assignments: [
        { name: 'status', value: '{{steps.read.body.status}}' },
        { name: 'expected', value: '{{steps.read.body.expectedAt}}' },
      ],
    }),
    step('unknown', 'data.set', [2, 1], {
      label: 'No answer',
      assignments: [{ name: 'status', value: 'unknown: the order could not be looked up' }],
    }),
  ],
  edges: wires('asked>read', 'read:out>answer', 'read:error>unknown'),
};

import { type GalleryTemplate, step, wires } from './draw.js';

export const dailyReport: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a005',
  name: 'Report every morning',
  description: 'Reads figures from an API on each working day at eight, works out totals, and mails them.',
  category: 'operations',
  tags: ['schedule', 'report', 'email'],
  variables: [
    { name: 'reportUrl', value: 'https://api.example.com/orders?day=yesterday' },
    { name: 'reportTo', value: 'team@example.com' },
  ],
  nodes: [
    step('morning', 'trigger.schedule', [0, 0], { label: 'Working days at 8', cron: '0 8 * * 1-5', timezone: 'UTC' }),
    step('orders', 'http.request', [1, 0], {
      label: 'Read the orders',
      method: 'GET',
      url: '{{variables.reportUrl}}',
      auth: { type: 'bearer', token: '{{boveda.report_api_token}}' },
      retry: { attempts: 5, backoffSeconds: 30 },
    }),
    step('totals', 'data.transform', [2, 0], {
      label: 'Work out totals',
      expression: '{"count": has(steps.orders.body.orders) ? size(steps.orders.body.orders) : 0}',
    }),
    step('mail', 'message.email', [3, 0], {
      label: 'Mail the report',
      to: '{{variables.reportTo}}',
      subject: 'Orders of yesterday: {{steps.totals.count}}',
      body: 'Yesterday brought {{steps.totals.count}} orders.',
    }),
  ],
  edges: wires('morning>orders', 'orders>totals', 'totals>mail'),
};

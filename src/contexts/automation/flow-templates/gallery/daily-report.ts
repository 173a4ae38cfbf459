import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const dailyReport: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a005',
  name: 'Send a report every morning',
  description: 'Reads orders from an API on each working day at 8:00, calculates totals and sends them by email.',
  category: 'operations',
  tags: ['schedule', 'report', 'email'],
  variables: [
    { name: 'reportUrl', value: 'https://api.example.com/orders?day=yesterday' },
    { name: 'reportTo', value: 'team@example.com' },
  ],
  nodes: [
    node('morning', 'trigger.schedule', [0, 0], { label: 'Working days at 8', cron: '0 8 * * 1-5', timezone: 'UTC' }),
    node('orders', 'http.request', [1, 0], {
      label: 'Read the orders',
      method: 'GET',
      url: '{{variables.reportUrl}}',
      auth: { type: 'bearer', token: '{{boveda.report_api_token}}' },
      retry: { attempts: 5, backoffSeconds: 30 },
    }),
    node('totals', 'data.transform', [2, 0], {
      label: 'Calculate totals',
      expression: '{"count": has(steps.orders.body.orders) ? size(steps.orders.body.orders) : 0}',
    }),
    node('mail', 'message.email', [3, 0], {
      label: 'Send the report',
      to: '{{variables.reportTo}}',
      subject: 'Orders yesterday: {{steps.totals.count}}',
      body: 'There were {{steps.totals.count}} orders yesterday.',
    }),
  ],
  edges: edges('morning>orders', 'orders>totals', 'totals>mail'),
};

import { edges, type GalleryTemplate, node } from './gallery-template.js';

export const importRows: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a00c',
  name: 'Forward a list row by row',
  description:
    'Receives a list by webhook and sends each row to another system. Rows that fail do not stop the others.',
  category: 'operations',
  tags: ['import', 'loop', 'webhook'],
  variables: [
    { name: 'targetUrl', value: 'https://api.example.com/rows' },
    { name: 'reportTo', value: 'team@example.com' },
  ],
  nodes: [
    node('list', 'trigger.webhook', [0, 0], {
      label: 'List received',
      sample: { rows: [{ name: 'Chair' }, { name: 'Table' }] },
    }),
    node('rows', 'data.transform', [1, 0], {
      label: 'Get the rows',
      expression: 'has(triggerData.rows) ? triggerData.rows : []',
    }),
    node('each', 'logic.loop', [2, 0], { label: 'Each row', items: '{{steps.rows}}', onItemError: 'continue' }),
    node('send', 'http.request', [3, 1], {
      label: 'Send the row',
      method: 'POST',
      url: '{{variables.targetUrl}}',
      auth: { type: 'bearer', token: '{{boveda.target_api_token}}' },
      body: '{{loop.item}}',
    }),
    node('done', 'message.email', [3, 0], {
      label: 'Notify the team',
      to: '{{variables.reportTo}}',
      subject: 'Import finished',
      body: '{{size(steps.each.items)}} rows were forwarded.',
    }),
  ],
  edges: edges('list>rows', 'rows>each', 'each:item>send', 'send>each:next', 'each:done>done'),
};

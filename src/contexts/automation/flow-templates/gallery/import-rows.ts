import { type GalleryTemplate, step, wires } from './draw.js';

export const importRows: GalleryTemplate = {
  id: '01970000-0000-7000-8000-00000000a00c',
  name: 'Hand on a list, row by row',
  description: 'Takes a list by webhook and sends each row to another system; rows that fail do not stop the others.',
  category: 'operations',
  tags: ['import', 'loop', 'webhook'],
  variables: [
    { name: 'targetUrl', value: 'https://api.example.com/rows' },
    { name: 'reportTo', value: 'team@example.com' },
  ],
  nodes: [
    step('list', 'trigger.webhook', [0, 0], {
      label: 'List arrives',
      sample: { rows: [{ name: 'Chair' }, { name: 'Table' }] },
    }),
    step('rows', 'data.transform', [1, 0], {
      label: 'Its rows',
      expression: 'has(triggerData.rows) ? triggerData.rows : []',
    }),
    step('each', 'logic.loop', [2, 0], { label: 'Each row', items: '{{steps.rows}}', onItemError: 'continue' }),
    step('send', 'http.request', [3, 1], {
      label: 'Send the row',
      method: 'POST',
      url: '{{variables.targetUrl}}',
      auth: { type: 'bearer', token: '{{boveda.target_api_token}}' },
      body: '{{loop.item}}',
    }),
    step('done', 'message.email', [3, 0], {
      label: 'Tell the team',
      to: '{{variables.reportTo}}',
      subject: 'Import finished',
      body: '{{size(steps.each.items)}} rows were handed on.',
    }),
  ],
  edges: wires('list>rows', 'rows>each', 'each:item>send', 'send>each:next', 'each:done>done'),
};

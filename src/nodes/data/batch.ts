import { z } from 'zod';
import { chunksOf } from '../../engine/expressions/library/lists.js';
import { defineNode } from '../define-node.js';
import { numberField } from '../field-kinds.js';
import { itemsField, mostItems, overItems } from './collection.js';

export const batchNode = defineNode({
  type: 'data.batch',
  title: 'Batch',
  category: 'data',
  capability: null,
  description: 'Divides a list into lists of at most so many items, for example for an API that accepts 100 at once.',
  fields: z.object({
    items: itemsField(),
    size: numberField(z.int().min(1).max(mostItems)).describe('The most items of one list.'),
  }),
  sourceHandles: ['out'],
  errorHandle: true,
  effects: false,
  sample: { items: [] },
  example: { items: '{{triggerData.ids}}', size: 2 },
  output: '`items`, the lists.',
  exampleRun: { triggerData: { ids: [1, 2, 3] } },
  run: ({ data: { items, size } }) =>
    overItems([items], () => ({ kind: 'done', output: { items: chunksOf(items, size) } })),
});

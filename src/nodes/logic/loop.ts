import { z } from 'zod';
import { loopHandles } from '../../engine/handles.js';
import { defineNode } from '../define-node.js';
import { numberField, optionalField } from '../field-kinds.js';

const defaultMaxItems = 1_000;
const mostItems = 10_000;

export const loopNode = defineNode({
  type: 'logic.loop',
  title: 'Loop',
  category: 'logic',
  description: 'Runs its body once for each item of a list, one after the other, and gathers what came back.',
  fields: z.object({
    items: z.array(z.unknown(), 'Give a list, usually by an expression.').describe('The list to go through.'),
    maxItems: optionalField(numberField(z.int().min(1).max(mostItems))).describe(
      `More items than this fail the loop. Defaults to ${defaultMaxItems}.`,
    ),
    onItemError: optionalField(z.enum(['stop', 'continue'])).describe(
      'Whether an item that fails stops the loop or counts as null. Defaults to stop.',
    ),
  }),
  targetHandles: ['in', loopHandles.next],
  sourceHandles: [loopHandles.item, loopHandles.done],
  effects: false,
  sample: { items: [] },
  example: { items: '{{triggerData.orders}}', onItemError: 'continue' },
  output: '`items`, a result for each item, when the loop is done.',
  errors: ['LOOP_LIMIT'],
  tried: { triggerData: { orders: ['A-1', 'A-2'] } },
  run: ({ data: { items, maxItems = defaultMaxItems } }) => {
    if (items.length <= maxItems) return { kind: 'loop', items };
    const message = `The list has ${items.length} items, more than maxItems (${maxItems}). Raise it or send fewer.`;
    return { kind: 'failed', error: { code: 'LOOP_LIMIT', message }, retryable: false };
  },
});

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
  description:
    'Runs the nodes of its item branch once for each item of a list, one after the other, and collects their results.',
  fields: z.object({
    items: z.array(z.unknown()).describe('The list, usually an expression.'),
    maxItems: optionalField(numberField(z.int().min(1).max(mostItems))).describe(
      `The maximum number of items; the loop fails if the list has more. Defaults to ${defaultMaxItems.toLocaleString('en')}.`,
    ),
    onItemError: optionalField(z.enum(['stop', 'continue'])).describe(
      'What happens when an item fails: `stop` fails the loop, `continue` sets the result of the item to null. Defaults to `stop`.',
    ),
  }),
  targetHandles: ['in', loopHandles.next],
  sourceHandles: [loopHandles.item, loopHandles.done],
  effects: false,
  sample: { items: [] },
  example: { items: '{{triggerData.orders}}', onItemError: 'continue' },
  output: '`items`, the result of each item, when the loop ends.',
  errors: ['LOOP_LIMIT'],
  exampleRun: { triggerData: { orders: ['A-1', 'A-2'] } },
  run: ({ data: { items, maxItems = defaultMaxItems } }) => {
    if (items.length <= maxItems) return { kind: 'loop', items };
    const message = `items must have at most ${maxItems} entries, not ${items.length}. Raise maxItems, or pass fewer.`;
    return { kind: 'failed', error: { code: 'LOOP_LIMIT', message }, retryable: false };
  },
});

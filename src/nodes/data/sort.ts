import { z } from 'zod';
import { ordered, valueAt } from '../../engine/expressions/library/lists.js';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { asItemsError, itemsField, keyField, overItems } from './collection.js';

const order = z
  .object({
    field: optionalField(keyField('The field of each item to sort by.')),
    value: z
      .unknown()
      .optional()
      .describe(
        'Instead of `field`: an expression that reads the item as `item`, for example `{{item.price * item.count}}`.',
      ),
    direction: optionalField(z.enum(['asc', 'desc'])).describe(
      'Ascending or descending. Items without a value come last. Defaults to `asc`.',
    ),
  })
  .refine(({ field, value }) => (field === undefined) !== (value === undefined), {
    message: 'must have field or value, and not both',
  });

export const sortNode = defineNode({
  type: 'data.sort',
  title: 'Sort',
  category: 'data',
  capability: null,
  description: 'Sorts a list by one or more values of its items. Items with equal values keep their order.',
  fields: z.object({
    items: itemsField(),
    by: z
      .array(order)
      .min(1)
      .max(5)
      .describe('What the list is sorted by: first by the first entry, and by the next where its values are equal.'),
  }),
  verbatim: { by: 'each' },
  sourceHandles: ['out'],
  errorHandle: true,
  effects: false,
  sample: { items: [] },
  example: { items: '{{triggerData.orders}}', by: [{ field: 'total', direction: 'desc' }] },
  output: '`items`, the sorted list.',
  errors: ['EXPRESSION_FAILED', 'EXPR_NULL'],
  exampleRun: {
    triggerData: {
      orders: [
        { id: 'A-2', total: 20 },
        { id: 'A-1', total: 250 },
      ],
    },
  },
  run: ({ data: { items, by }, evaluateEach }) =>
    overItems(
      [items],
      () => {
        const resolved = by.some(({ value }) => value !== undefined) ? evaluateEach(by, items) : [];
        const keyed = items.map((item, index) => ({
          item,
          keys: by.map(({ field }, at) => (field === undefined ? resolved[index]?.[at]?.value : valueAt(item, field))),
        }));
        // From the last entry to the first: sorting is stable.
        const sorted = by.reduceRight<unknown[]>(
          (list, { direction = 'asc' }, at) =>
            asItemsError(`by[${at}]`, () =>
              ordered(list, (entry) => (entry as (typeof keyed)[number]).keys[at], direction, 'sorting'),
            ),
          keyed,
        );
        return { kind: 'done', output: { items: sorted.map((entry) => (entry as (typeof keyed)[number]).item) } };
      },
      { deep: true },
    ),
});

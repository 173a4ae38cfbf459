import { z } from 'zod';
import { evaluateConditions } from '../../engine/conditions.js';
import { conditionField } from '../condition-field.js';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { itemsField, overItems } from './collection.js';

export const filterNode = defineNode({
  type: 'data.filter',
  title: 'Filter',
  category: 'data',
  capability: null,
  description:
    'Keeps the items of a list that meet conditions. Leaves by `kept` if at least one does, else by `rest`: the flow goes on only with something to do.',
  fields: z.object({
    items: itemsField(),
    conditions: z
      .array(conditionField)
      .min(1)
      .max(50)
      .describe('The conditions, evaluated for each item. Expressions in them read it as `item`.'),
    combine: optionalField(z.enum(['all', 'any'])).describe(
      'Whether all conditions must be true, or any. Defaults to `all`.',
    ),
  }),
  verbatim: { conditions: 'each' },
  sourceHandles: ['kept', 'rest'],
  errorHandle: true,
  effects: false,
  sample: { kept: [], rest: [] },
  example: {
    items: '{{triggerData.orders}}',
    conditions: [{ left: '{{item.total}}', operator: 'gte', right: 100 }],
  },
  output: '`kept`, the items that meet the conditions, and `rest`, the others, both in their order.',
  errors: ['REGEX_INVALID', 'EXPRESSION_FAILED', 'EXPR_NULL'],
  exampleRun: {
    triggerData: {
      orders: [
        { id: 'A-1', total: 250 },
        { id: 'A-2', total: 20 },
      ],
    },
  },
  run: ({ data: { items, conditions, combine }, evaluateEach }) =>
    overItems([items], () => {
      const isKept = evaluateEach(conditions, items).map((resolved) => evaluateConditions(resolved, combine));
      const [kept, rest] = [true, false].map((wanted) => items.filter((_, at) => isKept[at] === wanted));
      return { kind: 'done', output: { kept, rest }, handle: kept?.length === 0 ? 'rest' : 'kept' };
    }),
});

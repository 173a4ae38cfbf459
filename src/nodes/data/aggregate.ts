import { z } from 'zod';
import { groupsOf, identityOf, numbersOf, valueAt } from '../../engine/expressions/library/lists.js';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { asItemsError, itemsField, keyField, overItems } from './collection.js';

const operations = ['count', 'sum', 'avg', 'min', 'max', 'collect', 'distinct', 'first', 'last'] as const;
type Operation = (typeof operations)[number];
const withoutField = new Set<Operation>(['count', 'collect', 'distinct', 'first', 'last']);

const operation = z
  .object({
    operation: z
      .enum(operations)
      .describe('What is computed. `collect` returns all values as a list, `distinct` each of them once.'),
    field: optionalField(keyField('The field of each item. Required for `sum`, `avg`, `min` and `max`.')),
    name: z
      .string()
      .regex(
        /^(?!__)[A-Za-z_][A-Za-z0-9_]{0,99}$/,
        'must have at most 100 letters, digits and _, and must not start with a digit or __',
      )
      .describe('The name of the result.'),
  })
  .refine(({ operation: name, field }) => field !== undefined || withoutField.has(name), {
    path: ['field'],
    message: 'is required for this operation',
  });

export const aggregateNode = defineNode({
  type: 'data.aggregate',
  title: 'Aggregate',
  category: 'data',
  capability: null,
  description: 'Computes counts, sums and other figures of a list, of all items or of groups with an equal field.',
  fields: z.object({
    items: itemsField(),
    groupBy: optionalField(keyField('The field whose values make the groups. Without it all items are one group.')),
    operations: z.array(operation).min(1).max(20).describe('The figures to compute.'),
  }),
  sourceHandles: ['out'],
  errorHandle: true,
  effects: false,
  sample: {},
  example: {
    items: '{{triggerData.orders}}',
    groupBy: 'country',
    operations: [
      { operation: 'count', name: 'orders' },
      { operation: 'sum', field: 'total', name: 'revenue' },
    ],
  },
  output:
    'the figures by name; with `groupBy` `groups`, a list with the figures and the value `key` of each group, in the order of their first items.',
  exampleRun: {
    triggerData: {
      orders: [
        { country: 'ES', total: 20 },
        { country: 'FR', total: 5 },
        { country: 'ES', total: 10 },
      ],
    },
  },
  run: ({ data: { items, groupBy, operations: figures } }) =>
    overItems(
      [items],
      () => {
        const figuresOf = (group: readonly unknown[]) =>
          Object.fromEntries(figures.map((figure, at) => [figure.name, figureOf(group, figure, `operations[${at}]`)]));
        if (groupBy === undefined) return { kind: 'done', output: figuresOf(items) };
        const groups = [...groupsOf(items, groupBy).values()].map((group) => ({
          key: valueAt(group[0], groupBy) ?? null,
          ...figuresOf(group),
        }));
        return { kind: 'done', output: { groups } };
      },
      { deep: true },
    ),
});

function figureOf(
  group: readonly unknown[],
  { operation: name, field }: z.output<typeof operation>,
  at: string,
): unknown {
  const values = () => group.map((item) => (field === undefined ? item : (valueAt(item, field) ?? null)));
  const numbers = () => asItemsError(at, () => numbersOf(group, field, name));
  const sum = () => numbers().reduce((a, b) => a + b, 0);
  switch (name) {
    case 'count':
      return field === undefined ? group.length : values().filter((value) => value !== null).length;
    case 'sum':
      return sum();
    case 'avg':
      return group.length === 0 ? null : sum() / group.length;
    case 'min':
    case 'max':
      return group.length === 0 ? null : numbers().reduce((a, b) => Math[name](a, b));
    case 'collect':
      return values();
    case 'distinct':
      return [...new Map(values().map((value) => [identityOf(value), value])).values()];
    case 'first':
      return values()[0] ?? null;
    case 'last':
      return values().at(-1) ?? null;
  }
}

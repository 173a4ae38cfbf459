import { z } from 'zod';
import { identityOf, valueAt } from '../../engine/expressions/library/lists.js';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { ItemsError, itemsField, keyField, mostItems, overItems } from './collection.js';

const modes = ['left', 'inner', 'outer'] as const;

/** Checked even if a field holds an expression, whose value is not known yet. */
const always = { when: () => true };

export const joinNode = defineNode({
  type: 'data.join',
  title: 'Join lists',
  category: 'data',
  capability: null,
  description:
    'Joins two lists of objects by an equal field: each pair becomes one object, in which fields of `left` win.',
  fields: z
    .object({
      left: itemsField('The first list, usually an expression.'),
      right: itemsField('The second list, usually an expression.'),
      key: optionalField(
        keyField('The field that is equal in both lists. Required unless `leftKey` and `rightKey` are set.'),
      ),
      leftKey: optionalField(keyField('The field of `left`, if it has another name there.')),
      rightKey: optionalField(keyField('The field of `right`, if it has another name there.')),
      mode: optionalField(z.enum(modes)).describe(
        'What happens to items without a counterpart: `left` keeps those of `left`, `inner` none, `outer` those of both. Defaults to `left`.',
      ),
    })
    .refine(({ key, leftKey }) => key !== undefined || leftKey !== undefined, {
      ...always,
      path: ['key'],
      message: 'is required, or leftKey and rightKey',
    })
    .refine(({ leftKey, rightKey }) => (leftKey === undefined) === (rightKey === undefined), {
      ...always,
      path: ['rightKey'],
      message: 'must be set together with leftKey',
    }),
  sourceHandles: ['out'],
  errorHandle: true,
  effects: false,
  sample: { items: [] },
  example: {
    left: '{{triggerData.orders}}',
    right: '{{triggerData.customers}}',
    leftKey: 'customerId',
    rightKey: 'id',
  },
  output: '`items`, the joined objects, at most 10,000.',
  exampleRun: {
    triggerData: { orders: [{ total: 20, customerId: 7 }], customers: [{ id: 7, name: 'Ana' }] },
  },
  run: ({ data: { left, right, key = '', leftKey = key, rightKey = key, mode = 'left' } }) =>
    overItems(
      [left, right],
      () => {
        const items = joined(
          { items: objects(left, 'left'), key: leftKey },
          { items: objects(right, 'right'), key: rightKey },
          mode,
        );
        return { kind: 'done', output: { items } };
      },
      { deep: true },
    ),
});

interface Side {
  items: readonly object[];
  key: string;
}

function joined(left: Side, right: Side, mode: (typeof modes)[number]): object[] {
  const byKey = Map.groupBy(right.items, (item) => identityAt(item, right.key));
  const found: object[] = [];
  const used = new Set<object>();
  for (const item of left.items) {
    const identity = identityAt(item, left.key);
    const matches = identity === null ? [] : (byKey.get(identity) ?? []);
    for (const match of matches) {
      used.add(match);
      found.push({ ...match, ...item });
    }
    if (matches.length === 0 && mode !== 'inner') found.push(item);
    if (found.length > mostItems) throw tooMany();
  }
  if (mode === 'outer') found.push(...right.items.filter((item) => !used.has(item)));
  if (found.length > mostItems) throw tooMany();
  return found;
}

/** What items are matched by; null of one without the field, which matches nothing. */
function identityAt(item: object, key: string): string | null {
  const value = valueAt(item, key) ?? null;
  return value === null ? null : identityOf(value);
}

function tooMany(): ItemsError {
  return new ItemsError(
    'left and right must give at most 10,000 joined items: the field is equal in too many of them.',
  );
}

function objects(items: readonly unknown[], field: string): object[] {
  return items.map((item, at) => {
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item;
    throw new ItemsError(`${field}[${at}] must be an object.`);
  });
}

import { z } from 'zod';
import { identityOf, valueAt } from '../../engine/expressions/library/lists.js';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { itemsField, keyField, overItems } from './collection.js';

export const dedupeNode = defineNode({
  type: 'data.dedupe',
  title: 'Remove duplicates',
  category: 'data',
  capability: null,
  description:
    'Keeps the first of the equal items of a list. It compares the items of one list, not those of earlier executions.',
  fields: z.object({
    items: itemsField(),
    key: optionalField(
      keyField(
        'The field that makes items equal. Without it they are compared whole. Items without the field are kept.',
      ),
    ),
  }),
  sourceHandles: ['out'],
  errorHandle: true,
  effects: false,
  sample: { items: [], duplicates: [] },
  example: { items: '{{triggerData.contacts}}', key: 'email' },
  output: '`items`, the first of each, and `duplicates`, the others.',
  exampleRun: {
    triggerData: {
      contacts: [
        { email: 'ana@example.com', name: 'Ana' },
        { email: 'ana@example.com', name: 'A.' },
      ],
    },
  },
  run: ({ data: { items, key } }) =>
    overItems(
      [items],
      () => {
        const seen = new Set<string>();
        const isFirst = items.map((item) => {
          const value = key === undefined ? item : (valueAt(item, key) ?? null);
          if (key !== undefined && value === null) return true;
          const identity = identityOf(value);
          return !seen.has(identity) && seen.add(identity) !== undefined;
        });
        const [first, duplicates] = [true, false].map((wanted) => items.filter((_, at) => isFirst[at] === wanted));
        return { kind: 'done', output: { items: first, duplicates } };
      },
      { deep: true },
    ),
});

import { z } from 'zod';
import { mostConcurrent, mostItems } from '../../engine/each.js';
import { hasExpression } from '../../engine/expressions/index.js';
import { loopHandles } from '../../engine/handles.js';
import { defineNode } from '../define-node.js';
import { numberField, optionalField } from '../field-kinds.js';

const defaultMaxItems = 1_000;
const mostOfBatch = 1_000;

/** Checked even if a field holds an expression, whose value is not known yet. */
const always = { when: () => true };

const fields = z
  .object({
    items: optionalField(z.array(z.unknown())).describe(
      'The list, usually an expression. Required unless `while` is set.',
    ),
    while: optionalField(
      z.string().refine(hasExpression, 'must be an expression, for example {{variables.more}}.'),
    ).describe(
      'Instead of `items`: a condition that is evaluated before each iteration. The loop ends when it is false or has no value, and fails when it is still true after `maxItems` iterations.',
    ),
    maxItems: optionalField(numberField(z.int().min(1).max(mostItems))).describe(
      `The maximum number of items; the loop fails if the list has more. Defaults to ${defaultMaxItems.toLocaleString('en')}.`,
    ),
    concurrency: optionalField(numberField(z.int().min(1).max(mostConcurrent))).describe(
      'How many items run side by side. The results keep the order of the items. Not allowed with `while`. Defaults to 1.',
    ),
    batchSize: optionalField(numberField(z.int().min(1).max(mostOfBatch))).describe(
      'Runs the branch for lists of up to so many items: `loop.item` is then a list, and `loop.index` counts the lists. Not allowed with `while`. Without it, `loop.item` is one item.',
    ),
    onItemError: optionalField(z.enum(['stop', 'continue'])).describe(
      'What happens when an item fails: `stop` cancels the items that run beside it and fails the loop, `continue` sets the result of the item to null. Defaults to `stop`.',
    ),
  })
  .refine(({ items, while: condition }) => items !== undefined || condition !== undefined, {
    ...always,
    path: ['items'],
    message: 'is required, or while.',
  })
  .refine(({ items, while: condition }) => items === undefined || condition === undefined, {
    ...always,
    message: 'must have items or while, not both.',
  })
  .refine(({ while: condition, ...list }) => condition === undefined || !(list.concurrency || list.batchSize), {
    ...always,
    message: 'must not have concurrency or batchSize with while.',
  });

export const loopNode = defineNode({
  type: 'logic.loop',
  title: 'Loop',
  category: 'logic',
  capability: null,
  description:
    'Runs the nodes of its item branch once for each item of a list, or while a condition is true, and collects their results. An edge from the branch to `break` ends the loop after the iteration that takes it.',
  fields,
  filled: { items: 'value' },
  verbatim: { while: 'template' },
  targetHandles: ['in', loopHandles.next, loopHandles.break],
  sourceHandles: [loopHandles.item, loopHandles.done],
  effects: false,
  sample: { items: [] },
  example: { items: '{{triggerData.orders}}', concurrency: 5, onItemError: 'continue' },
  output: '`items`, the result of each item, when the loop ends.',
  errors: ['LOOP_LIMIT'],
  exampleRun: { triggerData: { orders: ['A-1', 'A-2'] } },
  run: ({ data: { items, while: condition, maxItems = defaultMaxItems, concurrency = 1, batchSize } }) => {
    if (condition !== undefined || !items) return { kind: 'loop', items: null, atMost: maxItems };
    if (items.length > maxItems) {
      const [most, found] = [maxItems, items.length].map((count) => count.toLocaleString('en'));
      const cure =
        maxItems < mostItems ? 'Raise maxItems, or pass fewer' : 'Pass fewer, or split the list over called flows';
      const message = `items must have at most ${most} entries, not ${found}. ${cure}.`;
      return { kind: 'failed', error: { code: 'LOOP_LIMIT', message }, retryable: false };
    }
    return { kind: 'loop', items: batchSize === undefined ? items : batchesOf(items, batchSize), concurrency };
  },
});

function batchesOf(items: readonly unknown[], size: number): unknown[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

import { z } from 'zod';
import { mostConcurrent, mostItems } from '../../engine/each.js';
import { defineNode } from '../define-node.js';

const fields = z.object({
  each: z.array(z.unknown()),
  eachConcurrency: z.int().min(1).max(mostConcurrent).nullish(),
});

/**
 * What the step of any node with `each` runs: it starts the items, as a loop does. It is no node of the catalogue; the steps
 * of the items run the node itself.
 */
export const eachNode = defineNode({
  type: 'each',
  title: 'Each',
  category: 'logic',
  capability: null,
  description: 'Starts the items of a node that runs once for each of them.',
  fields,
  filled: { each: 'value' },
  sourceHandles: ['out'],
  errorHandle: true,
  effects: false,
  sample: [],
  example: { each: '{{triggerData.orders}}' },
  output: 'The outputs of the items, in their order.',
  errors: ['LOOP_LIMIT'],
  exampleRun: { triggerData: { orders: ['A-1', 'A-2'] } },
  run: ({ data: { each, eachConcurrency } }) => {
    if (each.length <= mostItems) return { kind: 'loop', items: each, concurrency: eachConcurrency ?? 1 };
    const [most, found] = [mostItems, each.length].map((count) => count.toLocaleString('en'));
    const message = `each must have at most ${most} items, not ${found}. Pass fewer, or split the list over called flows.`;
    return { kind: 'failed', error: { code: 'LOOP_LIMIT', message }, retryable: false };
  },
});

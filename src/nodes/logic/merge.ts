import { z } from 'zod';
import type { Arrivals, NodeData } from '../../engine/index.js';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';

const mostBranches = 500;

export const mergeNode = defineNode({
  type: 'logic.merge',
  title: 'Merge',
  category: 'logic',
  capability: null,
  description:
    'Joins branches: waits for all that can still arrive, or continues with the first, or with a number of them.',
  fields: z
    .object({
      mode: optionalField(z.enum(['all', 'any', 'count'])).describe(
        'Whether to wait for `all` branches, for `any`, or for `n` of them with `count`. Defaults to `all`.',
      ),
      n: optionalField(z.int().min(1).max(mostBranches)).describe(
        'With `count`: how many branches must arrive. If fewer can, the node is skipped; more than there are edges count as all of them.',
      ),
      cancelLosers: optionalField(z.boolean()).describe(
        'With `any` and `count`: whether the last arrival that is needed cancels the steps that still run or wait in the other branches, if nothing but this node can follow them. Defaults to false: they run to their end, and are ignored.',
      ),
    })
    .refine(({ mode, n }) => mode !== 'count' || n !== undefined, { path: ['n'], message: 'is required with count' })
    .refine(({ mode, n }) => mode === 'count' || n === undefined, {
      path: ['n'],
      message: 'is only allowed with the mode count',
    }),
  sourceHandles: ['out'],
  joins: arrivalsOf,
  cancelsLosers: ({ cancelLosers }) => cancelLosers === true,
  effects: false,
  sample: { inputs: {} },
  example: { mode: 'all' },
  output: '`inputs`, the outputs that arrived, by node ID.',
  exampleRun: { inputs: { mail: { messageId: 'm-1' }, sms: { messageId: 'm-2' } } },
  run: ({ inputs }) => ({ kind: 'done', output: { inputs } }),
});

// Read from the graph before anything runs, so that expressions are not possible.
function arrivalsOf({ mode, n }: NodeData): Arrivals {
  if (mode === 'any') return 1;
  return mode === 'count' && typeof n === 'number' && n >= 1 ? n : 'all';
}

import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';

export const mergeNode = defineNode({
  type: 'logic.merge',
  title: 'Merge',
  category: 'logic',
  capability: null,
  description: 'Joins branches: waits for all that can still arrive, or continues with the first.',
  fields: z.object({
    mode: optionalField(z.enum(['all', 'any'])).describe(
      'Whether to wait for `all` branches or for `any`. Defaults to `all`.',
    ),
    cancelLosers: optionalField(z.boolean()).describe(
      'With `any`: whether the first arrival cancels the steps that still run or wait in the other branches, if nothing but this node can follow them. Defaults to false: they run to their end, and are ignored.',
    ),
  }),
  sourceHandles: ['out'],
  joins: ({ mode }) => (mode === 'any' ? 'any' : 'all'),
  cancelsLosers: ({ cancelLosers }) => cancelLosers === true,
  effects: false,
  sample: { inputs: {} },
  example: { mode: 'all' },
  output: '`inputs`, the outputs that arrived, by node ID.',
  exampleRun: { inputs: { mail: { messageId: 'm-1' }, sms: { messageId: 'm-2' } } },
  run: ({ inputs }) => ({ kind: 'done', output: { inputs } }),
});

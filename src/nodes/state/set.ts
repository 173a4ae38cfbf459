import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { recordFailure } from '../record-failure.js';
import { stateErrors } from '../step-errors.js';
import { stateKey, stateScope, ttlSeconds } from './state-key.js';

export const stateSetNode = defineNode({
  type: 'state.set',
  title: 'Set state',
  category: 'state',
  capability: null,
  description:
    'Sets an entry of the state, once for its step even after a crash. With `expected`, only if the entry still has that value.',
  fields: z.object({
    key: stateKey,
    value: z.unknown().describe('The value: any JSON of at most 64 KiB. A single expression keeps its type.'),
    scope: stateScope,
    expected: z
      .unknown()
      .optional()
      .describe(
        'The value that the entry must have, or null if it must be missing. Another value leaves by `conflict`. Defaults to any value.',
      ),
    ttlSeconds: optionalField(ttlSeconds).describe('The seconds after which the entry expires. Defaults to never.'),
  }),
  sourceHandles: ['out', 'conflict'],
  errorHandle: true,
  effects: true,
  sample: { value: 5, version: 1 },
  example: { key: 'lastOrder', value: '{{triggerData.id}}', expected: '{{state.lastOrder}}' },
  output: 'the value and its version; by `conflict` the current value and version, null and 0 if the entry is missing.',
  errors: [...stateErrors],
  exampleRun: { triggerData: { id: 17 }, answer: { done: true, value: 17, version: 4 } },
  run: async ({ data: { key, value = null, scope = 'flow', expected, ttlSeconds }, ports }) => {
    try {
      const { done, ...entry } = await ports.state.set(scope, key, { value, expected, ttlSeconds });
      return { kind: 'done', output: entry, handle: done ? 'out' : 'conflict' };
    } catch (error) {
      return recordFailure(error);
    }
  },
});

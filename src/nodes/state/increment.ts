import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { numberField, optionalField } from '../field-kinds.js';
import { recordFailure } from '../record-failure.js';
import { stateErrors } from '../step-errors.js';
import { stateKey, stateScope } from './state-key.js';

export const stateIncrementNode = defineNode({
  type: 'state.increment',
  title: 'Increment state',
  category: 'state',
  capability: null,
  description:
    'Adds to a number in the state, once for its step even after a crash. Increments at the same time are all counted.',
  fields: z.object({
    key: stateKey,
    by: optionalField(numberField(z.number())).describe('What is added; negative to subtract. Defaults to 1.'),
    scope: stateScope,
  }),
  sourceHandles: ['out'],
  errorHandle: true,
  effects: true,
  sample: { value: 1 },
  example: { key: 'orders:{{triggerData.day}}', by: 1 },
  output: 'the new number. A missing entry counts as 0.',
  errors: [...stateErrors],
  exampleRun: { triggerData: { day: '2026-11-21' }, answer: 42 },
  run: async ({ data: { key, by = 1, scope = 'flow' }, ports }) => {
    try {
      return { kind: 'done', output: { value: await ports.state.increment(scope, key, by) } };
    } catch (error) {
      return recordFailure(error);
    }
  },
});

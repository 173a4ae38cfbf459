import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { optionalField, textField } from '../field-kinds.js';

export const stopNode = defineNode({
  type: 'logic.stop',
  title: 'Stop',
  category: 'logic',
  capability: null,
  description: 'Ends the execution at once, as completed or failed.',
  fields: z.object({
    status: optionalField(z.enum(['completed', 'failed'])).describe(
      'The status of the execution. Defaults to `completed`.',
    ),
    message: optionalField(textField(z.string().max(2_000))).describe('The reason, shown in the execution.'),
  }),
  sourceHandles: [],
  effects: false,
  sample: null,
  example: { status: 'failed', message: 'The order has no items.' },
  output: 'none.',
  exampleRun: {},
  run: ({ data: { status = 'completed', message } }) => ({
    kind: 'stop',
    status,
    ...(message === undefined ? {} : { message }),
  }),
});

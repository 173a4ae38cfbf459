import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { waitAtAddress } from './at-address.js';
import { timeoutField } from './wait-until.js';

export const callbackNode = defineNode({
  type: 'wait.callback',
  title: 'Wait for a callback',
  category: 'wait',
  capability: null,
  description:
    'Waits until the address of the step is called, once, without holding a worker. Earlier steps read the address as `execution.callbacks.<ID of the node>`, for example to send it to another system.',
  fields: z.object({
    timeoutMinutes: timeoutField.describe('Minutes after which the step leaves by `timeout`. Defaults to no timeout.'),
  }),
  sourceHandles: ['out', 'timeout'],
  decides: true,
  effects: false,
  waitsForEvents: true,
  address: 'callbacks',
  sample: { method: 'POST', query: {}, headers: { 'content-type': 'application/json' }, body: { status: 'paid' } },
  example: { timeoutMinutes: 1_440 },
  output:
    'the call: `method`, `query`, `headers` and `body`, which is a JSON value, the fields of a form, or a text; null after a timeout.',
  errors: ['STEP_TIMEOUT'],
  exampleRun: {},
  run: waitAtAddress,
});

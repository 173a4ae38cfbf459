import type { Schema } from './form/schema.js';

/** What every node but triggers accepts beside its own fields. */
export const policies: Schema = {
  type: 'object',
  properties: {
    onError: {
      enum: ['fail', 'continue', 'branch'],
      description:
        '`fail` fails the execution, `continue` leaves by the first handle (of a node that decides, by the last), `branch` leaves by `error`. Defaults to `branch` if the handle `error` is connected, otherwise to `fail`.',
    },
    each: {
      type: 'string',
      description:
        'A list: the node runs once for each item. Its fields read `{{item}}` and `{{index}}`, and its output is the list of outputs. At most 10,000 items.',
    },
    eachConcurrency: { type: 'integer', description: 'How many items run side by side, 1 to 50. Defaults to 1.' },
    onItemError: {
      enum: ['stop', 'continue'],
      description:
        '`stop` fails the step with the first item that fails, `continue` sets its result to null and lists it in `errors`. Defaults to `stop`.',
    },
    rate: {
      type: 'object',
      description: 'With `each`: how many items may start in a time, in all executions of the workspace together.',
      properties: {
        count: { type: 'integer', description: '1 to 1,000 items, spread evenly over the time.' },
        seconds: { type: 'integer', description: 'The length of the time, at most 86,400.' },
        key: { type: 'string', description: 'All steps with the same key share the rate. Defaults to the node.' },
      },
    },
    retry: {
      type: 'object',
      description: 'The delay is `backoffSeconds` × `factor` ^ (attempt − 1).',
      properties: {
        attempts: { type: 'integer', description: '1 to 10 attempts, including the first.' },
        backoffSeconds: { type: 'number' },
        factor: { type: 'number' },
      },
    },
    timeout: { type: 'number', description: 'Seconds for one attempt, at most 86,400.' },
    disabled: { type: 'boolean', description: 'The node passes its input on by its first handle and does nothing.' },
  },
};

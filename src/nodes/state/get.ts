import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { recordFailure } from '../record-failure.js';
import { recordErrors } from '../step-errors.js';
import { stateKey, stateScope } from './state-key.js';

export const stateGetNode = defineNode({
  type: 'state.get',
  title: 'Get state',
  category: 'state',
  capability: null,
  description: 'Reads an entry of the state, which flows keep between executions.',
  fields: z.object({
    key: stateKey,
    scope: stateScope,
    default: z.unknown().optional().describe('The value if the entry is missing or has expired. Defaults to null.'),
  }),
  sourceHandles: ['out'],
  errorHandle: true,
  effects: true,
  sample: { value: 5, exists: true, version: 1 },
  example: { key: 'customer:{{triggerData.id}}', scope: 'workspace', default: 0 },
  output: 'the value, whether the entry exists, and its version: 0 if it does not exist.',
  errors: [...recordErrors],
  exampleRun: { triggerData: { id: 17 }, answer: { value: 5, version: 3 } },
  run: async ({ data, ports }) => {
    try {
      const entry = await ports.state.get(data.scope ?? 'flow', data.key);
      const { value, version } = entry ?? { value: data.default ?? null, version: 0 };
      return { kind: 'done', output: { value, exists: entry !== null, version } };
    } catch (error) {
      return recordFailure(error);
    }
  },
});

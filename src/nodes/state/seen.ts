import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { recordFailure } from '../record-failure.js';
import { stateErrors } from '../step-errors.js';
import { stateKey, stateScope, ttlSeconds } from './state-key.js';

export const stateSeenNode = defineNode({
  type: 'state.seen',
  title: 'Seen before?',
  category: 'state',
  capability: null,
  description:
    'Remembers a key, and leaves by `new` the first time and by `seen` afterwards. Of executions at the same time, one leaves by `new`.',
  fields: z.object({
    key: stateKey,
    ttlSeconds: ttlSeconds.describe('The seconds for which the key is remembered, from the first time.'),
    scope: stateScope,
  }),
  sourceHandles: ['new', 'seen'],
  decides: true,
  effects: true,
  sample: { firstSeenAt: null },
  example: { key: 'event:{{triggerData.id}}', ttlSeconds: 86_400 },
  output: 'the time at which the key was first seen; null if it is new.',
  errors: [...stateErrors],
  exampleRun: { triggerData: { id: 'evt_17' }, answer: null },
  run: async ({ data: { key, ttlSeconds, scope = 'flow' }, ports }) => {
    try {
      const firstSeenAt = await ports.state.seen(scope, key, ttlSeconds);
      return { kind: 'done', output: { firstSeenAt }, handle: firstSeenAt === null ? 'new' : 'seen' };
    } catch (error) {
      return recordFailure(error);
    }
  },
});

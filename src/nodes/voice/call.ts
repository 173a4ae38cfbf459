import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText } from '../field-kinds.js';
import { phoneNumber } from '../message/recipients.js';
import { oneUnit } from '../node-cost.js';
import { providerFailure } from '../provider-failure.js';
import { voiceAgent } from '../record-kinds.js';
import { providerErrors } from '../step-errors.js';

/** Minutes after which a call of which nothing is heard counts as failed. */
const patienceMinutes = 10;

export const callNode = defineNode({
  type: 'voice.call',
  title: 'Phone call',
  category: 'voice',
  description: 'Has a voice agent call a number and goes on by how the call was taken.',
  fields: z.object({
    to: phoneNumber.describe('A phone number with its country code.'),
    voiceAgentId: filledText(100).describe('The voice agent that talks.'),
  }),
  references: { voiceAgentId: voiceAgent },
  sourceHandles: ['answered', 'noAnswer', 'busy', 'failed'],
  errorHandle: true,
  effects: true,
  cost: { voice_minute: oneUnit },
  sample: { callId: '01970000-0000-7000-8000-000000000004' },
  example: { to: '{{triggerData.phone}}', voiceAgentId: '01970000-0000-7000-8000-000000000006' },
  output: '`callId`.',
  errors: [...providerErrors, 'REFUSED', 'DO_NOT_CONTACT'],
  tried: {
    triggerData: { phone: '+34600000001' },
    answer: { callId: '01970000-0000-7000-8000-000000000004' },
  },
  run: async ({ data: { to, voiceAgentId }, ports, now, signal }) => {
    try {
      const output = await ports.voice.call({ to, voiceAgentId }, signal);
      // Its states are told to the step; until then it holds no worker.
      return { kind: 'wait', until: new Date(now.getTime() + patienceMinutes * 60_000), output, handle: 'failed' };
    } catch (error) {
      return providerFailure(error, ['failed']);
    }
  },
});

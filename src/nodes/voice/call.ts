import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { filledText } from '../field-kinds.js';
import { phoneNumber } from '../message/recipients.js';
import { oneUnit } from '../node-cost.js';
import { providerFailure } from '../provider-failure.js';
import { voiceAgent } from '../record-kinds.js';
import { providerErrors } from '../step-errors.js';

/** Minutes after which a call without a status update counts as failed. */
const timeoutMinutes = 10;

export const callNode = defineNode({
  type: 'voice.call',
  title: 'Phone call',
  category: 'voice',
  capability: 'voiceAgents:write',
  description: 'Lets a voice agent call a number, and leaves by the outcome of the call.',
  fields: z.object({
    to: phoneNumber.describe('The phone number to call, with country code.'),
    voiceAgentId: filledText(100).describe('The ID of the voice agent.'),
  }),
  references: { voiceAgentId: voiceAgent },
  sourceHandles: ['answered', 'noAnswer', 'busy', 'failed'],
  timeoutHandle: true,
  decides: true,
  errorHandle: true,
  effects: true,
  cost: { voice_minute: oneUnit },
  sample: { callId: '01970000-0000-7000-8000-000000000004' },
  example: { to: '{{triggerData.phone}}', voiceAgentId: '01970000-0000-7000-8000-000000000006' },
  output: '`callId`, the ID of the call.',
  errors: [...providerErrors, 'REFUSED', 'DO_NOT_CONTACT'],
  exampleRun: {
    triggerData: { phone: '+34600000001' },
    answer: { callId: '01970000-0000-7000-8000-000000000004' },
  },
  run: async ({ data: { to, voiceAgentId }, ports, now, signal }) => {
    try {
      const output = await ports.voice.call({ to, voiceAgentId }, signal);
      // A signal resumes the step with the outcome; until then it holds no worker.
      return { kind: 'wait', until: new Date(now.getTime() + timeoutMinutes * 60_000), output, handle: 'failed' };
    } catch (error) {
      return providerFailure(error, ['failed']);
    }
  },
});

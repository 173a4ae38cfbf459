import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { passTriggerData } from './pass-trigger-data.js';

const signature = z
  .object({
    type: z.literal('hmac').describe('The method: an HMAC-SHA256 of the raw body, in lowercase hexadecimal.'),
    secretName: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'must be the name of a secret')
      .describe('The name of the secret with which the caller signs.'),
    header: optionalField(
      z
        .string()
        .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'must be the name of a header, of at most 100 characters'),
    ).describe('The header that contains the signature. Defaults to `x-signature`.'),
  })
  .describe('The signature that calls must have, in addition to the token in the URL. Defaults to none.');

export const webhookTrigger = defineNode({
  type: 'trigger.webhook',
  title: 'Webhook',
  category: 'trigger',
  capability: null,
  description: 'Starts the flow when its webhook URL is called. The body of the call is the trigger data.',
  trigger: 'webhook',
  fields: z.object({
    responseMode: optionalField(z.enum(['accepted', 'result'])).describe(
      'The response to the caller: `accepted` answers 202 at once, `result` waits for the result of the execution. Defaults to `accepted`.',
    ),
    auth: optionalField(signature),
  }),
  secretNames: ['auth.secretName'],
  sourceHandles: ['out'],
  effects: false,
  sample: { orderId: 'A-1001', total: 42.5 },
  example: { responseMode: 'accepted' },
  output: 'the body of the call.',
  exampleRun: {},
  run: passTriggerData,
});

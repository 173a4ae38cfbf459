import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { passTriggerData } from './pass-trigger-data.js';

const signature = z
  .object({
    type: z.literal('hmac').describe('HMAC-SHA256 of the raw body, in lower-case hex.'),
    secretName: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'Name a secret of the vault.')
      .describe('The secret of the vault that both sides share.'),
    header: optionalField(
      z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'Give the name of a header.'),
    ).describe('The header that carries the signature. Defaults to x-signature.'),
  })
  .describe('How a caller proves itself besides the token in the URL.');

export const webhookTrigger = defineNode({
  type: 'trigger.webhook',
  title: 'Webhook',
  category: 'trigger',
  description: "Starts the flow when its webhook URL is called; the call's JSON body is the trigger data.",
  trigger: 'webhook',
  fields: z.object({
    responseMode: optionalField(z.enum(['accepted', 'result'])).describe(
      'What the caller gets: 202 at once (accepted), or the result of the run (result). Defaults to accepted.',
    ),
    auth: optionalField(signature),
  }),
  secretNames: ['auth.secretName'],
  sourceHandles: ['out'],
  effects: false,
  sample: { orderId: 'A-1001', total: 42.5 },
  example: { responseMode: 'accepted' },
  output: 'the body of the call.',
  tried: {},
  run: passTriggerData,
});

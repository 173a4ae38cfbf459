import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { passTriggerData } from './pass-trigger-data.js';
import { webhookAuth } from './webhook-auth.js';

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
    auth: optionalField(webhookAuth),
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

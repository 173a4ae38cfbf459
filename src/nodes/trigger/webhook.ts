import { z } from 'zod';
import { hasExpression } from '../../engine/expressions/index.js';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { passTriggerData } from './pass-trigger-data.js';
import { accessFields } from './webhook-access.js';
import { webhookAuth } from './webhook-auth.js';

export const webhookTrigger = defineNode({
  type: 'trigger.webhook',
  title: 'Webhook',
  category: 'trigger',
  capability: null,
  description:
    'Starts the flow when its webhook URL is called. The body of the call is the trigger data; expressions read the rest of it as `request`.',
  trigger: 'webhook',
  fields: z.object({
    responseMode: optionalField(z.enum(['accepted', 'result'])).describe(
      'The response to the caller: `accepted` answers 202 at once, `result` waits at most 25 seconds for the result of the execution, or for `webhook.respond`. Defaults to `accepted`.',
    ),
    auth: optionalField(webhookAuth),
    dedupeKey: optionalField(
      z.string().min(1).max(1_000).refine(hasExpression, 'must contain an expression, for example {{triggerData.id}}'),
    ).describe(
      'What identifies an event, as an expression that reads `triggerData` or `request`, for example `{{triggerData.id}}`. A call with the value of another call within 24 hours starts nothing and gets the response of the first. Null or an empty text identifies nothing. Defaults to the ID of the event for `auth` of the types `standardWebhooks`, `stripe`, `github`, `slack` and `twilio`.',
    ),
    ...accessFields,
  }),
  secretNames: ['auth.secretName', 'challenge.secretName'],
  sourceHandles: ['out'],
  effects: false,
  sample: { orderId: 'A-1001', total: 42.5 },
  example: { responseMode: 'accepted' },
  output: 'the body of the call.',
  exampleRun: {},
  run: passTriggerData,
});

import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { customEventPattern, longestCustomEvent } from '../events/index.js';
import { filledText, numberField, optionalField, textField } from '../field-kinds.js';
import { recordFailure } from '../record-failure.js';

const most = { bytes: 256 * 1024, seconds: 86_400 };
const typeRule = 'must be `custom.` and a name of letters, digits, `.`, `_` and `-`, for example custom.order_paid';

export const publishEventNode = defineNode({
  type: 'event.publish',
  title: 'Publish an event',
  category: 'event',
  capability: 'crmEvents:write',
  description:
    'Publishes an event of your own, once for its step even after a crash: it starts flows, continues steps that wait for it, and is sent to webhooks.',
  fields: z.object({
    eventType: textField(z.string().max(longestCustomEvent).regex(customEventPattern, { error: typeRule })).describe(
      'The type of the event: `custom.` and a name, for example `custom.order_paid`. At most 100 characters.',
    ),
    data: z
      .record(z.string(), z.unknown())
      .refine((data) => Buffer.byteLength(JSON.stringify(data)) <= most.bytes, 'must have at most 256 KiB as JSON')
      .describe('What flows and webhooks get as `data`. At most 256 KiB as JSON.'),
    key: optionalField(filledText(200)).describe(
      'What the event is about, for example the ID of an order: `wait.event` can require it, and webhooks get events with the same key in order. At most 200 characters.',
    ),
    ttlSeconds: optionalField(numberField(z.int().min(0).max(most.seconds))).describe(
      'Seconds within which a `wait.event` that begins later gets the event, too. At most 86400, defaults to 0.',
    ),
  }),
  filled: { key: 'value', ttlSeconds: 'value' },
  causes: ({ eventType }) => [String(eventType)],
  sourceHandles: ['out'],
  errorHandle: true,
  effects: true,
  sample: { eventId: '01970000-0000-7000-8000-00000000000e', executionIds: [] },
  example: {
    eventType: 'custom.order_paid',
    data: { orderId: '{{triggerData.orderId}}', total: '{{triggerData.total}}' },
    key: '{{triggerData.orderId}}',
    ttlSeconds: 3_600,
  },
  output: '`eventId`, the ID of the event, and `executionIds`, the executions that it started.',
  errors: ['CONFLICT', 'UNAVAILABLE'],
  exampleRun: {
    triggerData: { orderId: 'A-1001', total: 42.5 },
    answer: { eventId: '01970000-0000-7000-8000-00000000000e', executionIds: [] },
  },
  run: async ({ data: { eventType: type, ...event }, ports }) => {
    try {
      return { kind: 'done', output: await ports.events.publish({ type, ...event }) };
    } catch (error) {
      return recordFailure(error);
    }
  },
});

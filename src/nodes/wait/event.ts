import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { contactEvents, executionEvents, sampleOf } from '../events/index.js';
import { filledText, optionalField } from '../field-kinds.js';
import { eventTypeBeside, readsOfEvent } from '../trigger/crm-event-types.js';
import { endOfWait, timeoutField } from './wait-until.js';

const failed = executionEvents.failed.type;

export const eventNode = defineNode({
  type: 'wait.event',
  title: 'Wait for an event',
  category: 'wait',
  capability: 'crmEvents:read',
  description:
    'Waits for an event in the CRM, one that a caller publishes, or a failed execution, without holding a worker.',
  fields: z.object({
    eventType: z
      .union([eventTypeBeside(`\`${failed}\``), z.literal(failed)])
      .describe('The type of the event: of a CRM event, `custom.<name>` or `execution.failed`.'),
    key: optionalField(filledText(200)).describe('The `key` that a published event must have. Defaults to any.'),
    match: optionalField(z.record(z.string(), z.unknown())).describe(
      'The values that the event must have, by path: `{"data.id": "{{triggerData.contactId}}"}`. Defaults to any event of the type.',
    ),
    timeoutMinutes: timeoutField.describe('Minutes after which the step leaves by `timeout`. Defaults to no timeout.'),
  }),
  filled: { key: 'value', match: 'entries' },
  reads: ({ eventType }) => (eventType === failed ? ['flows:read'] : readsOfEvent(eventType)),
  sourceHandles: ['event', 'timeout'],
  decides: true,
  effects: false,
  waitsForEvents: true,
  sample: sampleOf(contactEvents.updated),
  example: { eventType: 'contact.updated', match: { 'data.id': '{{triggerData.contactId}}' }, timeoutMinutes: 1_440 },
  output: 'the event; null after a timeout.',
  errors: ['STEP_TIMEOUT'],
  exampleRun: { triggerData: { contactId: '01970000-0000-7000-8000-000000000003' } },
  run: ({ data: { eventType, key, match = {}, timeoutMinutes }, now }) => ({
    kind: 'wait',
    until: endOfWait(now, timeoutMinutes),
    output: null,
    handle: 'timeout',
    event: { type: eventType, match: key === undefined ? match : { ...match, key }, handle: 'event' },
  }),
});

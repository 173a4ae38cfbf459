import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { optionalField } from '../field-kinds.js';
import { crmEventNames } from '../trigger/crm-event-types.js';
import { endOfWait, timeoutField } from './wait-until.js';

export const eventNode = defineNode({
  type: 'wait.event',
  title: 'Wait for an event',
  category: 'wait',
  description: 'Waits until something happens in the CRM, without holding a worker.',
  fields: z.object({
    eventType: z.enum(crmEventNames).describe('The event that is waited for.'),
    match: optionalField(z.record(z.string(), z.unknown())).describe(
      'What the event must hold, by path: {"data.id": "{{triggerData.contactId}}"}. Defaults to any of its type.',
    ),
    timeoutMinutes: timeoutField.describe('After how many minutes it goes on by timeout. Defaults to never.'),
  }),
  sourceHandles: ['event', 'timeout'],
  effects: false,
  waitsForEvents: true,
  sample: { id: '01970000-0000-7000-8000-000000000001', type: 'contact.updated', data: {} },
  example: { eventType: 'contact.updated', match: { 'data.id': '{{triggerData.contactId}}' }, timeoutMinutes: 1_440 },
  output: 'the event; null after a timeout.',
  tried: { triggerData: { contactId: '01970000-0000-7000-8000-000000000003' } },
  run: ({ data: { eventType, match = {}, timeoutMinutes }, now }) => ({
    kind: 'wait',
    until: endOfWait(now, timeoutMinutes),
    output: null,
    handle: 'timeout',
    event: { type: eventType, match, handle: 'event' },
  }),
});

import { z } from 'zod';
import { defineNode, type NodeContext, type Outcome } from '../define-node.js';
import { contactEvents, sampleOf } from '../events/index.js';
import { numberField, optionalField } from '../field-kinds.js';
import { endOfWait, timeoutField } from './wait-until.js';
import {
  readsOfWanted,
  requireTypes,
  sampleOfWanted,
  typesIn,
  wantedEvent,
  wantedFields,
  wantedFilled,
} from './wanted-event.js';

/** The longest `lookbackSeconds`: a day. */
export const lookbackAtMost = 86_400;

const fields = requireTypes(
  wantedFields.extend({
    lookbackSeconds: optionalField(numberField(z.int().min(0).max(lookbackAtMost))).describe(
      'For how many seconds before the wait began an event may have occurred, at most 86400. One that started or continued the execution does not count. Events are kept while a flow looks back on their type. Defaults to 0.',
    ),
    timeoutMinutes: timeoutField.describe('Minutes after which the step leaves by `timeout`. Defaults to no timeout.'),
  }),
);

type Fields = z.output<typeof fields>;

export const eventNode = defineNode({
  type: 'wait.event',
  title: 'Wait for an event',
  category: 'wait',
  capability: 'crmEvents:read',
  description:
    'Waits for an event in the CRM, one that a caller publishes, or a failed execution, without holding a worker.',
  fields,
  filled: { ...wantedFilled, lookbackSeconds: 'value' },
  verbatim: { conditions: 'event' },
  reads: readsOfWanted,
  looksBack: (data) => {
    const seconds = secondsOf(data.lookbackSeconds);
    return seconds === 0 ? null : { types: typesIn(data).map(keptType), seconds };
  },
  sourceHandles: ['event', 'timeout'],
  decides: true,
  effects: false,
  waitsForEvents: true,
  sample: sampleOf(contactEvents.updated),
  sampleOf: sampleOfWanted,
  example: {
    eventTypes: ['contact.updated', 'custom.order_paid'],
    conditions: [
      { left: '{{event.data.id}}', operator: 'eq', right: '{{triggerData.contactId}}' },
      { left: '{{event.data.score}}', operator: 'gte', right: '{{triggerData.score}}' },
    ],
    lookbackSeconds: 600,
    timeoutMinutes: 1_440,
  },
  output: 'the event; null after a timeout.',
  errors: ['STEP_TIMEOUT'],
  exampleRun: { triggerData: { contactId: '01970000-0000-7000-8000-000000000003', score: 50 } },
  run: waitForEvent,
});

function waitForEvent(context: Pick<NodeContext<Fields>, 'data' | 'now' | 'bindConditions'>): Outcome {
  const event = wantedEvent(context);
  if ('kind' in event) return event;
  const { lookbackSeconds, timeoutMinutes } = context.data;
  return {
    kind: 'wait',
    until: endOfWait(context.now, timeoutMinutes),
    output: null,
    handle: 'timeout',
    event: { ...event, lookbackSeconds },
  };
}

/** A type that an expression computes may be any. */
function keptType(type: unknown): string {
  return typeof type === 'string' && !type.includes('{{') ? type : '*';
}

/** What an expression computes may be the longest time. */
function secondsOf(value: unknown): number {
  if (value == null || value === '') return 0;
  const seconds = Number(value);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), lookbackAtMost) : lookbackAtMost;
}

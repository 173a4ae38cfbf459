import { z } from 'zod';
import { conditionField } from '../condition-field.js';
import { defineNode, type NodeContext, type Outcome } from '../define-node.js';
import { contactEvents, definitionOf, executionEvents, sampleOf } from '../events/index.js';
import { filledText, numberField, optionalField } from '../field-kinds.js';
import { eventTypeBeside, readsOfEvent } from '../trigger/crm-event-types.js';
import { endOfWait, timeoutField } from './wait-until.js';

const failed = executionEvents.failed.type;
const most = { types: 10, conditions: 50, boundBytes: 64 * 1024 };

/** The longest `lookbackSeconds`: a day. */
export const lookbackAtMost = 86_400;

const eventType = z.union([eventTypeBeside(`\`${failed}\``), z.literal(failed)]);

const fields = z
  .object({
    eventType: optionalField(eventType).describe(
      'The type of the event: of a CRM event, `custom.<name>` or `execution.failed`.',
    ),
    eventTypes: optionalField(z.array(eventType).min(1).max(most.types)).describe(
      'Several types, any of which ends the wait, instead of `eventType`. At most 10.',
    ),
    key: optionalField(filledText(200)).describe('The `key` that a published event must have. Defaults to any.'),
    match: optionalField(z.record(z.string(), z.unknown())).describe(
      'The values that the event must have, by path: `{"data.id": "{{triggerData.contactId}}"}`. Defaults to any event of the type.',
    ),
    conditions: optionalField(z.array(conditionField).max(most.conditions)).describe(
      'Conditions, all of which must be true, evaluated when an event occurs. Expressions in them read it as `event`, for example `{{event.data.total}}` and `{{event.previous.status}}`; everything else as it was when the wait began. At most 50.',
    ),
    lookbackSeconds: optionalField(numberField(z.int().min(0).max(lookbackAtMost))).describe(
      'For how many seconds before the wait began an event may have occurred, at most 86400. One that started or continued the execution does not count. Events are kept while a flow looks back on their type. Defaults to 0.',
    ),
    timeoutMinutes: timeoutField.describe('Minutes after which the step leaves by `timeout`. Defaults to no timeout.'),
  })
  .refine((data) => data.eventType !== undefined || data.eventTypes !== undefined, {
    path: ['eventType'],
    message: 'is required, or eventTypes',
  })
  .refine((data) => data.eventType === undefined || data.eventTypes === undefined, {
    path: ['eventTypes'],
    message: 'is not allowed beside eventType. Name all types in eventTypes',
  });

type Fields = z.output<typeof fields>;

export const eventNode = defineNode({
  type: 'wait.event',
  title: 'Wait for an event',
  category: 'wait',
  capability: 'crmEvents:read',
  description:
    'Waits for an event in the CRM, one that a caller publishes, or a failed execution, without holding a worker.',
  fields,
  filled: { eventType: 'value', eventTypes: 'entries', key: 'value', match: 'entries', lookbackSeconds: 'value' },
  verbatim: { conditions: 'event' },
  reads: (data) => typesIn(data).flatMap((type) => (type === failed ? ['flows:read' as const] : readsOfEvent(type))),
  looksBack: (data) => {
    const seconds = secondsOf(data.lookbackSeconds);
    return seconds === 0 ? null : { types: typesIn(data).map(keptType), seconds };
  },
  sourceHandles: ['event', 'timeout'],
  decides: true,
  effects: false,
  waitsForEvents: true,
  sample: sampleOf(contactEvents.updated),
  sampleOf: (data) => sampleOf(definitionOf(`${typesIn(data)[0]}`) ?? contactEvents.updated),
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

function waitForEvent({
  data,
  now,
  bindConditions,
}: Pick<NodeContext<Fields>, 'data' | 'now' | 'bindConditions'>): Outcome {
  const { key, match = {}, conditions = [], lookbackSeconds, timeoutMinutes } = data;
  const wanted = { ...match, ...(key !== undefined && { key }) };
  const bound = bindConditions(conditions, Object.keys(wanted));
  const bytes = Buffer.byteLength(JSON.stringify(bound.rest) ?? '');
  if (bytes > most.boundBytes) {
    const message = `conditions must read at most ${most.boundBytes} bytes besides the event, but they read ${bytes}. Name only the values that they need, for example steps.a.body.id.`;
    return { kind: 'failed', error: { code: 'FIELD_INVALID', message }, retryable: false };
  }
  return {
    kind: 'wait',
    until: endOfWait(now, timeoutMinutes),
    output: null,
    handle: 'timeout',
    event: {
      types: [...new Set(data.eventTypes ?? [data.eventType ?? ''])],
      match: { ...bound.match, ...wanted },
      conditions: bound.rest,
      lookbackSeconds,
      handle: 'event',
    },
  };
}

/** The types in the data of a node, which may be incomplete. */
function typesIn({ eventType, eventTypes }: Readonly<Record<string, unknown>>): unknown[] {
  return Array.isArray(eventTypes) ? eventTypes : [eventTypes ?? eventType].filter((type) => type != null);
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

import { z } from 'zod';
import type { Capability } from '../../platform/access/capabilities.js';
import { conditionField } from '../condition-field.js';
import type { EventFilter, NodeContext, Outcome } from '../define-node.js';
import { contactEvents, definitionOf, executionEvents, sampleOf } from '../events/index.js';
import { filledText, optionalField } from '../field-kinds.js';
import { eventTypeBeside, readsOfEvent } from '../trigger/crm-event-types.js';

const failedType = executionEvents.failed.type;
const most = { types: 10, conditions: 50, boundBytes: 64 * 1024 };

const eventType = z.union([eventTypeBeside(`\`${failedType}\``), z.literal(failedType)]);

/** Which events a node waits for: one of `eventType` and `eventTypes` is required, see `requireTypes`. */
export const wantedFields = z.object({
  eventType: optionalField(eventType).describe(
    'The type of the event: of a CRM event, `custom.<name>` or `execution.failed`.',
  ),
  eventTypes: optionalField(z.array(eventType).min(1).max(most.types)).describe(
    'Several types, any of which counts, instead of `eventType`. At most 10.',
  ),
  key: optionalField(filledText(200)).describe('The `key` that a published event must have. Defaults to any.'),
  match: optionalField(z.record(z.string(), z.unknown())).describe(
    'The values that the event must have, by path: `{"data.id": "{{triggerData.contactId}}"}`. Defaults to any event of the type.',
  ),
  conditions: optionalField(z.array(conditionField).max(most.conditions)).describe(
    'Conditions, all of which must be true, evaluated when an event occurs. Expressions in them read it as `event`, for example `{{event.data.total}}` and `{{event.previous.status}}`; everything else as it was when the step began. At most 50.',
  ),
});

type Wanted = z.output<typeof wantedFields>;

/** What must not come to nothing where it is set. */
export const wantedFilled = { eventType: 'value', eventTypes: 'entries', key: 'value', match: 'entries' } as const;

/** Requires one of `eventType` and `eventTypes`. */
export function requireTypes<T extends z.ZodType<Wanted>>(fields: T): T {
  return fields
    .refine((data) => data.eventType !== undefined || data.eventTypes !== undefined, {
      path: ['eventType'],
      message: 'is required, or eventTypes',
    })
    .refine((data) => data.eventType === undefined || data.eventTypes === undefined, {
      path: ['eventTypes'],
      message: 'is not allowed beside eventType. Name all types in eventTypes',
    });
}

/** The event that a node waits for, which leaves by the handle `event`; or why its conditions are refused. */
export function wantedEvent({
  data,
  bindConditions,
}: Pick<NodeContext<Wanted>, 'data' | 'bindConditions'>): EventFilter | Extract<Outcome, { kind: 'failed' }> {
  const { key, match = {}, conditions = [] } = data;
  const wanted = { ...match, ...(key !== undefined && { key }) };
  const bound = bindConditions(conditions, Object.keys(wanted));
  const bytes = Buffer.byteLength(JSON.stringify(bound.rest) ?? '');
  if (bytes > most.boundBytes) {
    const message = `conditions must read at most ${most.boundBytes} bytes besides the event, but they read ${bytes}. Name only the values that they need, for example steps.a.body.id.`;
    return { kind: 'failed', error: { code: 'FIELD_INVALID', message }, retryable: false };
  }
  return {
    types: [...new Set(data.eventTypes ?? [data.eventType ?? ''])],
    match: { ...bound.match, ...wanted },
    conditions: bound.rest,
    handle: 'event',
  };
}

/** The types in the data of a node, which may be incomplete. */
export function typesIn({ eventType, eventTypes }: Readonly<Record<string, unknown>>): unknown[] {
  return Array.isArray(eventTypes) ? eventTypes : [eventTypes ?? eventType].filter((type) => type != null);
}

/** The capabilities to read such events. */
export function readsOfWanted(data: Readonly<Record<string, unknown>>): Capability[] {
  return typesIn(data).flatMap((type) => (type === failedType ? ['flows:read' as const] : readsOfEvent(type)));
}

/** A sample of the first of the types. */
export function sampleOfWanted(data: Readonly<Record<string, unknown>>): unknown {
  return sampleOf(definitionOf(`${typesIn(data)[0]}`) ?? contactEvents.updated);
}

import { z } from 'zod';
import { didYouMean } from '../../engine/did-you-mean.js';
import type { Capability } from '../../platform/access/capabilities.js';
import type { EventDefinition, PublicEvent } from '../../platform/events/index.js';
import { customEventPattern, eventDefinitions, longestCustomEvent, readOfEvent, sampleOf } from '../events/index.js';

/** A type of CRM event, as the catalogue of event types lists it. */
export interface CrmEventType {
  type: string;
  label: string;
  entity: string;
  acceptsConditions: boolean;
  requiresPipeline: boolean;
  acceptsPipeline: boolean;
  /** One event of the type, as flows get it. */
  sample: PublicEvent;
}

/** The events that start flows. */
const events = eventDefinitions.filter(
  (event): event is EventDefinition & { label: string } => event.label !== undefined,
);

/** Their types, in the order of the catalogue. */
export const crmEventNames = events.map(({ type }) => type) as [string, ...string[]];

/** The capability that reads the data of an event that starts flows, or of one that callers publish; null for another type. */
export function readOfCrmEvent(type: string): Capability | null {
  return crmEventNames.includes(type) || customEventPattern.test(type) ? readOfEvent(type) : null;
}

const readsOfAll: readonly Capability[] = [
  ...new Set([...crmEventNames, 'custom.event'].flatMap((type) => readOfEvent(type) ?? [])),
];

/** What the type of an event requires in a node. One that an expression computes may be any. */
export function readsOfEvent(type: unknown): readonly Capability[] {
  if (typeof type !== 'string') return [];
  const read = readOfCrmEvent(type);
  if (read) return [read];
  return type.includes('{{') ? readsOfAll : [];
}

const customEvent = '`custom.` and a name of letters, digits, `.`, `_` and `-`';

/** The type of a CRM event, or of an event that callers publish: `custom.order_paid`. */
export const eventTypeField = eventTypeWith(`or ${customEvent}`);

/** The same, where other events are accepted beside it. */
export function eventTypeBeside(others: string) {
  return eventTypeWith(`${customEvent}, or ${others}`);
}

// A text that only the pattern refuses has the message of the pattern.
function eventTypeWith(others: string) {
  const error = ({ input }: { input?: unknown }) => {
    const meant = typeof input === 'string' ? didYouMean(input, crmEventNames) : '';
    const listed = meant ? '' : ` (${crmEventNames.join(', ')})`;
    return `must be a type of CRM event${listed}, ${others}${meant && `.${meant}`}`;
  };
  const custom = z.string().max(longestCustomEvent).regex(customEventPattern, { error });
  return z.union([z.enum(crmEventNames), custom], { error });
}

/** The catalogue of event types. Opportunity events accept a pipeline; `opportunity.created` requires one. */
export const crmEventTypes: readonly CrmEventType[] = events.map(({ type, label, sample }) => {
  const entity = type.split('.')[0] ?? '';
  return {
    type,
    label,
    entity,
    acceptsConditions: true,
    requiresPipeline: requiresPipeline(type),
    acceptsPipeline: acceptsPipeline(type),
    sample: sampleOf({ type, sample }),
  };
});

export function requiresPipeline(type: string): boolean {
  return type === 'opportunity.created';
}

export function acceptsPipeline(type: string): boolean {
  return type.startsWith('opportunity.');
}

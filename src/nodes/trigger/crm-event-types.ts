import { z } from 'zod';
import type { Capability } from '../../platform/access/capabilities.js';

/** A type of CRM event, as the catalogue of event types lists it. */
export interface CrmEventType {
  type: string;
  label: string;
  entity: string;
  acceptsConditions: boolean;
  requiresPipeline: boolean;
  acceptsPipeline: boolean;
}

/** What each event is called, and the capability that reads its data: every receiver of the event needs it. */
const events = {
  'contact.created': { label: 'Contact created', read: 'contacts:read' },
  'contact.updated': { label: 'Contact updated', read: 'contacts:read' },
  'contact.deleted': { label: 'Contact deleted', read: 'contacts:read' },
  'contact.tag_added': { label: 'Tag added to a contact', read: 'contacts:read' },
  'contact.tag_removed': { label: 'Tag removed from a contact', read: 'contacts:read' },
  'opportunity.created': { label: 'Opportunity created', read: 'pipelines:read' },
  'opportunity.updated': { label: 'Opportunity updated', read: 'pipelines:read' },
  'opportunity.stage_changed': { label: 'Opportunity moved to another stage', read: 'pipelines:read' },
  'opportunity.status_changed': { label: 'Opportunity won, lost or reopened', read: 'pipelines:read' },
  'opportunity.assigned': { label: 'Opportunity assigned', read: 'pipelines:read' },
  'opportunity.value_changed': { label: 'Opportunity value changed', read: 'pipelines:read' },
  'opportunity.deleted': { label: 'Opportunity deleted', read: 'pipelines:read' },
  'conversation.created': { label: 'Conversation created', read: 'conversations:read' },
  'conversation.status_changed': { label: 'Conversation status changed', read: 'conversations:read' },
  'conversation.assigned': { label: 'Conversation assigned', read: 'conversations:read' },
  'message.received': { label: 'Message received', read: 'conversations:read' },
  'message.sent': { label: 'Message sent', read: 'conversations:read' },
  'appointment.created': { label: 'Appointment created', read: 'calendarEvents:read' },
  'appointment.updated': { label: 'Appointment updated', read: 'calendarEvents:read' },
  'appointment.deleted': { label: 'Appointment deleted', read: 'calendarEvents:read' },
  'budget.exceeded': { label: 'Budget exceeded', read: 'usage:read' },
} as const satisfies Readonly<Record<string, { label: string; read: Capability }>>;

export type CrmEventName = keyof typeof events;

/** Events of the CRM that only webhooks receive. */
export type MessageStateEvent = 'message.delivered' | 'message.failed';

/** The names of all event types, in the order of the catalogue. */
export const crmEventNames = Object.keys(events) as [CrmEventName, ...CrmEventName[]];

/** Types of events that callers publish. */
export const customEventPattern = /^custom\.[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;
export const longestCustomEvent = 100;
const readOfCustomEvents: Capability = 'crmEvents:read';

/** The capability that reads the data of a CRM event, or of an event that callers publish; null for another type. */
export function readOfCrmEvent(type: string): Capability | null {
  if (Object.hasOwn(events, type)) return events[type as CrmEventName].read;
  return customEventPattern.test(type) ? readOfCustomEvents : null;
}

const readsOfAll: readonly Capability[] = [
  ...new Set([...Object.values(events).map(({ read }) => read), readOfCustomEvents]),
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
export const eventTypeField = eventTypeWith(`must be a type of CRM event, or ${customEvent}`);

/** The same, where other events are accepted beside it. */
export function eventTypeBeside(others: string) {
  return eventTypeWith(`must be a type of CRM event, ${customEvent}, or ${others}`);
}

// A text that only the pattern refuses has the message of the pattern.
function eventTypeWith(error: string) {
  const custom = z.string().max(longestCustomEvent).regex(customEventPattern, { error });
  return z.union([z.enum(crmEventNames), custom], { error });
}

/** The catalogue of event types. Opportunity events accept a pipeline; `opportunity.created` requires one. */
export const crmEventTypes: readonly CrmEventType[] = crmEventNames.map((type) => {
  const entity = type.split('.')[0] ?? '';
  return {
    type,
    label: events[type].label,
    entity,
    acceptsConditions: true,
    requiresPipeline: requiresPipeline(type),
    acceptsPipeline: acceptsPipeline(type),
  };
});

export function requiresPipeline(type: string): boolean {
  return type === 'opportunity.created';
}

export function acceptsPipeline(type: string): boolean {
  return type.startsWith('opportunity.');
}

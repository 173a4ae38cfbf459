import { z } from 'zod';

/** A type of CRM event, as the catalogue of event types lists it. */
export interface CrmEventType {
  type: string;
  label: string;
  entity: string;
  acceptsConditions: boolean;
  requiresPipeline: boolean;
  acceptsPipeline: boolean;
}

const labels = {
  'contact.created': 'Contact created',
  'contact.updated': 'Contact updated',
  'contact.deleted': 'Contact deleted',
  'contact.tag_added': 'Tag added to a contact',
  'contact.tag_removed': 'Tag removed from a contact',
  'opportunity.created': 'Opportunity created',
  'opportunity.updated': 'Opportunity updated',
  'opportunity.stage_changed': 'Opportunity moved to another stage',
  'opportunity.status_changed': 'Opportunity won, lost or reopened',
  'opportunity.assigned': 'Opportunity assigned',
  'opportunity.value_changed': 'Opportunity value changed',
  'opportunity.deleted': 'Opportunity deleted',
  'conversation.created': 'Conversation created',
  'conversation.status_changed': 'Conversation status changed',
  'conversation.assigned': 'Conversation assigned',
  'message.received': 'Message received',
  'message.sent': 'Message sent',
  'appointment.created': 'Appointment created',
  'appointment.updated': 'Appointment updated',
  'appointment.deleted': 'Appointment deleted',
  'budget.exceeded': 'Budget exceeded',
} as const;

export type CrmEventName = keyof typeof labels;

/** Events of the CRM that only webhooks receive. */
export type MessageStateEvent = 'message.delivered' | 'message.failed';

/** The names of all event types, in the order of the catalogue. */
export const crmEventNames = Object.keys(labels) as [CrmEventName, ...CrmEventName[]];

/** Types of events that callers publish. */
export const customEventPattern = /^custom\.[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;
export const longestCustomEvent = 100;

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
    label: labels[type],
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

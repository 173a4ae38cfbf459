import type { Capability } from '../../platform/access/capabilities.js';
import type { EventDefinition } from '../../platform/events/index.js';
import { appointmentEvents } from './appointment-events.js';
import { contactEvents } from './contact-events.js';
import { conversationEvents, messageEvents } from './conversation-events.js';
import { customEvent, customEventPattern, longestCustomEvent } from './custom-event.js';
import { executionEvents } from './execution-events.js';
import { opportunityEvents } from './opportunity-events.js';
import { sampleOf } from './sample.js';
import { workspaceEvents } from './workspace-events.js';

export { sampleOf } from './sample.js';
export {
  appointmentEvents,
  contactEvents,
  conversationEvents,
  customEvent,
  customEventPattern,
  executionEvents,
  longestCustomEvent,
  messageEvents,
  opportunityEvents,
  workspaceEvents,
};

/** Every event that leaves the server, in the order of the catalogue; those that callers publish are `customEvent`. */
export const eventDefinitions: readonly EventDefinition[] = [
  ...Object.values(contactEvents),
  ...Object.values(opportunityEvents),
  ...Object.values(conversationEvents),
  ...Object.values(messageEvents),
  ...Object.values(appointmentEvents),
  ...Object.values(executionEvents),
  ...Object.values(workspaceEvents),
];

const byType: ReadonlyMap<string, EventDefinition> = new Map(eventDefinitions.map((one) => [one.type, one]));

/** The definition of an event, also of one that callers publish; null for a type that is none. */
export function definitionOf(type: string): EventDefinition | null {
  const isCustom = type.length <= longestCustomEvent && customEventPattern.test(type);
  return byType.get(type) ?? (isCustom ? customEvent(type) : null);
}

/** The capability that reads the data of an event; null for one that every member may read, and for none. */
export function readOfEvent(type: string): Capability | null {
  const read = definitionOf(type)?.read;
  return read === undefined || read === 'membership' ? null : read;
}

/** Every event as the documentation shows it, those of callers as one. */
export function documentedEvents() {
  const custom = customEvent('custom.order_paid');
  return [
    ...eventDefinitions.map((event) => ({ ...event, sample: sampleOf(event) })),
    { ...custom, type: 'custom.<name>', pattern: customEventPattern.source, sample: sampleOf(custom) },
  ];
}

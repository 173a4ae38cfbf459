import {
  customEventPattern,
  definitionOf,
  eventDefinitions,
  longestCustomEvent,
  workspaceEvents,
} from '../../../nodes/index.js';
import type { Capability } from '../../../platform/access/capabilities.js';
import type { Access } from '../../../platform/access/principal.js';
import { AppError } from '../../../platform/errors/errors.js';

/** All events. */
export const everyEvent = '*';

/** The types that `events` accepts by name. */
export const webhookEventNames: readonly string[] = eventDefinitions
  .map(({ type }) => type)
  .filter((type) => type !== workspaceEvents.webhookTest.type);

/** What receiving an event requires: a capability, or membership alone; null for a type that no webhook receives. */
export function rightToReceive(type: string): Capability | 'membership' | null {
  return definitionOf(type)?.read ?? null;
}

/** Whether the data of an event may be shown to a holder of these capabilities. Who holds none, as after a removal, gets nothing. */
export function mayReceive(type: string, held: ReadonlySet<Capability>): boolean {
  const right = rightToReceive(type);
  return right === 'membership' ? held.size > 0 : right !== null && held.has(right);
}

/**
 * Requires that the caller may read the events that they ask for. `*` is no event: it stands for those that may be read.
 * @throws AppError FORBIDDEN that names events and capabilities
 */
export function requireReceivable({ capabilities }: Pick<Access, 'capabilities'>, types: readonly string[]): void {
  const missing = types.filter((type) => type !== everyEvent && !mayReceive(type, capabilities));
  if (!missing[0]) return;
  const reasons = missing.map((type) => `The event ${type} requires the capability ${rightToReceive(type)}.`);
  const message = `${reasons[0]} Ask an owner or admin of the workspace to grant it.`;
  throw new AppError(
    'FORBIDDEN',
    message,
    reasons.map((reason) => ({ field: 'events', message: reason })),
  );
}

/** The events that a webhook can receive, as JSON Schema. */
export const webhookEventKeywords = {
  anyOf: [
    { type: 'string', enum: [everyEvent, ...webhookEventNames] },
    { type: 'string', pattern: customEventPattern.source, maxLength: longestCustomEvent },
  ],
};

/** Whether a webhook can receive events of a type. */
export function isWebhookEvent(name: unknown): boolean {
  if (typeof name !== 'string') return false;
  const isCustom = name.length <= longestCustomEvent && customEventPattern.test(name);
  return name === everyEvent || webhookEventNames.includes(name) || isCustom;
}

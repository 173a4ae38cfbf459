import { crmEventNames, customEventPattern, longestCustomEvent, readOfCrmEvent } from '../../../nodes/index.js';
import type { Capability } from '../../../platform/access/capabilities.js';
import type { Access } from '../../../platform/access/principal.js';
import { AppError } from '../../../platform/errors/errors.js';

/**
 * The types of events that only webhooks receive: what each has in `data`, and the capability that reads it; null where every
 * member may. Those of CRM events are listed with them.
 */
const ownEvents = {
  'execution.completed': {
    data: 'An execution has completed: `execution`, `flow`, and its `output` if that has at most 64 KiB.',
    read: 'flows:read',
  },
  'execution.failed': {
    data: 'An execution has failed: `execution`, `flow`, the `node` that failed, and the `error`.',
    read: 'flows:read',
  },
  'execution.cancelled': { data: 'An execution was cancelled: `execution` and `flow`.', read: 'flows:read' },
  'approval.requested': {
    data: 'A step waits for an approval: `execution`, `flow`, `step`, the `message`, and when it expires.',
    read: 'flows:read',
  },
  'message.delivered': {
    data: 'A message has reached its recipient: the message, with the `contactId` and `channel` of its conversation.',
    read: 'conversations:read',
  },
  'message.failed': {
    data: 'A message could not be delivered: the same, with the `error`.',
    read: 'conversations:read',
  },
  'wallet.low': {
    data: 'The available credits have fallen below the limit of the server: `accountId`, `available` and `limit`.',
    read: 'usage:read',
  },
  'workspace.quotaReached': {
    data: 'A quota has refused something, at most once an hour: its `name` and `limit`.',
    read: null,
  },
  'webhook.disabled': {
    data: 'Another webhook was switched off: its `id` and `url`, and the `reason`.',
    read: 'webhooks:read',
  },
} as const satisfies Readonly<Record<string, { data: string; read: Capability | null }>>;

export type OwnEventName = keyof typeof ownEvents;

/** The type of the event that `testWebhook` sends; no webhook subscribes to it. */
export const testEvent = 'webhook.test';

/** All events. */
export const everyEvent = '*';

/** The types that `events` accepts by name. */
export const webhookEventNames: readonly string[] = [...crmEventNames, ...Object.keys(ownEvents)];

/** What `data` has, by type, for the documentation; CRM events have the record. */
export const dataOfEvents: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ownEvents).map(([type, { data }]) => [type, data]),
);

/** What receiving an event requires: a capability, or membership alone; null for a type that nobody receives. */
export function rightToReceive(type: string): Capability | 'membership' | null {
  if (type === testEvent) return 'membership';
  if (Object.hasOwn(ownEvents, type)) return ownEvents[type as OwnEventName].read ?? 'membership';
  return readOfCrmEvent(type);
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
    { enum: [everyEvent, ...webhookEventNames] },
    { pattern: customEventPattern.source, maxLength: longestCustomEvent },
  ],
};

/** Whether a webhook can receive events of a type. */
export function isWebhookEvent(name: unknown): boolean {
  if (typeof name !== 'string') return false;
  const isCustom = name.length <= longestCustomEvent && customEventPattern.test(name);
  return name === everyEvent || webhookEventNames.includes(name) || isCustom;
}

import { crmEventNames, customEventPattern, longestCustomEvent } from '../../../nodes/index.js';

/** The types of events that webhooks receive, and what each has in `data`. Those of CRM events are listed with them. */
const ownEvents = {
  'execution.completed':
    'An execution has completed: `execution`, `flow`, and its `output` if that has at most 64 KiB.',
  'execution.failed': 'An execution has failed: `execution`, `flow`, the `node` that failed, and the `error`.',
  'execution.cancelled': 'An execution was cancelled: `execution` and `flow`.',
  'approval.requested':
    'A step waits for an approval: `execution`, `flow`, `step`, the `message`, and when it expires.',
  'message.delivered':
    'A message has reached its recipient: the message, with the `contactId` and `channel` of its conversation.',
  'message.failed': 'A message could not be delivered: the same, with the `error`.',
  'wallet.low':
    'The available credits have fallen below the limit of the server: `accountId`, `available` and `limit`.',
  'workspace.quotaReached': 'A quota has refused something, at most once an hour: its `name` and `limit`.',
  'webhook.disabled': 'Another webhook was switched off: its `id` and `url`, and the `reason`.',
} as const;

export type OwnEventName = keyof typeof ownEvents;

/** The type of the event that `testWebhook` sends; no webhook subscribes to it. */
export const testEvent = 'webhook.test';

/** All events. */
export const everyEvent = '*';

/** The types that `events` accepts by name. */
export const webhookEventNames: readonly string[] = [...crmEventNames, ...Object.keys(ownEvents)];

/** What `data` has, by type, for the documentation; CRM events have the record. */
export const dataOfEvents: Readonly<Record<string, string>> = ownEvents;

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

import { column, generatedId } from '../../../platform/database/mapping/columns.js';
import {
  defineRecord,
  initially,
  longText,
  objects,
  one,
  oneOf,
  type RecordField,
  type RowOf,
  readOnly,
  ref,
  required,
  text,
  time,
} from '../../../platform/records/index.js';
import { webhooks } from './webhook.record.js';
import { WebhookAttempt, WebhookRequest, WebhookResponse } from './webhook-delivery.object.js';

export const deliveryStatuses = {
  pending: 'It is going to be sent, or sent again; see `dueAt`.',
  succeeded: 'The receiver answered with a status of 200 to 299.',
  failed: 'The receiver did not for three days.',
  cancelled: 'The webhook was switched off first.',
} as const;

/** The most bytes of a body: what a caller may publish as `data`, and the rest of the event. */
export const longestBody = 272 * 1024;

const fields = {
  webhookId: required(ref('webhooks', 'webhook')),
  eventId: readOnly(
    required(
      text(255, {
        searched: true,
        description: 'The ID of the event, which is also `webhook-id`: the same in every attempt and redelivery.',
      }),
    ),
  ),
  eventType: readOnly(
    required(text(100, { filtered: true, searched: true, description: 'For example `contact.created`.' })),
  ),
  status: readOnly(
    initially(
      'pending',
      oneOf(deliveryStatuses, {
        filtered: true,
        description:
          'Pending until the receiver has answered with a status of 200 to 299, or for three days; cancelled if the webhook was switched off, or the capability to read the event is missing.',
      }),
    ),
  ),
  body: readOnly(
    required(
      longText(longestBody, {
        withheld: true,
        description: 'The JSON text that is sent; null for callers who may not read the event.',
      }),
    ),
  ),
  attempts: readOnly(
    initially<WebhookAttempt[]>(
      [],
      objects(
        {
          type: () => WebhookAttempt,
          inputType: () => WebhookAttempt,
          subfields: ['startedAt', 'durationMs', 'status', 'error'],
          rules: [],
        },
        { description: 'The attempts so far, oldest first.' },
      ),
    ),
  ),
  request: stored<WebhookRequest>(() => WebhookRequest, ['url', 'headers'], 'The last request; null before the first.'),
  response: stored<WebhookResponse>(
    () => WebhookResponse,
    ['status', 'headers', 'body', 'truncated'],
    'The last response; null without one, and for callers who may not read the event.',
  ),
  dueAt: readOnly(time({ description: 'When it is tried next; null when it has ended.' })),
  finishedAt: readOnly(time({ description: 'When it has ended.' })),
};

export type WebhookDelivery = RowOf<typeof fields>;

export const webhookDeliveries = defineRecord({
  name: 'WebhookDelivery',
  plural: 'WebhookDeliveries',
  description: 'An event that is sent to a webhook, and the result.',
  table: 'webhook_deliveries',
  indexes: { any: ['createdAt', 'eventType', 'status', 'updatedAt'] },
  routes: {
    list: 'GET /webhooks/:webhookId/deliveries',
    find: 'GET /webhooks/:webhookId/deliveries/:deliveryId',
  },
  capability: 'webhooks',
  idName: 'deliveryId',
  parent: { record: webhooks, field: 'webhookId' },
  indexed: false,
  fields,
  resolved: { body: { from: ['body', 'eventType'] }, response: { from: ['response', 'eventType'] } },
  relations: { webhook: one('webhookId', 'Webhook') },
  columns: {
    id: generatedId(),
    seq: column.bigint().columnType('bigint').generated('identity').autoincrement(),
    orderKey: column.text(),
    bytes: column.integer(),
  },
});

/** An object that the server stores as JSON. */
function stored<Value>(
  type: () => unknown,
  subfields: readonly string[],
  description: string,
): RecordField<Value | null> {
  const kind = { type, subfields, description, sqlType: 'jsonb', large: true, rules: [] };
  return { ...kind, nullable: true, required: false, writable: 'never' };
}

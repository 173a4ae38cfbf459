import { workspaceEvents } from '../../../nodes/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { AppError, notFound } from '../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import { newId } from '../../../platform/new-id.js';
import { readRow } from '../../../platform/records/index.js';
import { mostPending, queueDeliveries } from './queue-deliveries.js';
import { type Webhook, webhooks } from './webhook.record.js';
import { type WebhookDelivery, webhookDeliveries } from './webhook-delivery.record.js';
import { requireReceivable } from './webhook-events.js';

/**
 * Sends an event once more, as a delivery of its own with the same `webhook-id`: receivers that keep the IDs of what they
 * have processed ignore it. A delivery that is still pending is sent now instead of at its next attempt.
 * @throws AppError NOT_FOUND; FORBIDDEN for an event that the caller may not read; CONFLICT if the webhook is switched off or its queue full
 */
export function redeliver(scope: Scope, webhookId: string, deliveryId: string): Promise<WebhookDelivery> {
  const { workspaceId, services } = scope;
  const key = { workspaceId, id: requireId(deliveryId, 'delivery'), parentId: requireId(webhookId, 'webhook') };
  return scope.transaction(async (sql) => {
    await requireActive(sql, scope, webhookId);
    const former = await readRow<WebhookDelivery>(sql, webhookDeliveries, key);
    if (!former) throw notFound('delivery');
    const at = services.now();
    requireReceivable(scope.access, [former.eventType]);
    if (former.status === 'pending') {
      await sql.query(sendNowText, [workspaceId, former.id, at]);
      return readDelivery(sql, scope, former.id);
    }
    const id = newId();
    const { rows } = await sql.query<{ id: string }>(redeliverText, [workspaceId, former.id, id, at]);
    if (!rows[0]) throw queueFull();
    return readDelivery(sql, scope, id);
  });
}

/**
 * Those of its key that precede it are sent now, too, because they are delivered in order. Rows of two tables at once, and a
 * notification.
 */
const sendNowText = `/* send_webhook_delivery_now */ with wanted as (
  select webhook_id, order_key, seq from webhook_deliveries where workspace_id = $1 and id = $2
), woken as (
  update webhooks set retry_at = null from wanted where workspace_id = $1 and id = webhook_id
), due as (
  update webhook_deliveries d set due_at = $3, updated_at = $3 from wanted w
  where d.workspace_id = $1 and d.webhook_id = w.webhook_id and d.order_key = w.order_key and d.seq <= w.seq
    and d.due_at > $3
)
select 'webhook_deliveries' as notifies`;

/**
 * Counts the queue in the statement that adds to it. Ordered by nothing: the order of the record is that of its first
 * deliveries.
 */
const redeliverText = `/* redeliver_webhook */ with queued as (
  insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, event_type, order_key, body, bytes, due_at,
    created_at, updated_at)
  select workspace_id, $3::uuid, webhook_id, event_id, event_type, $3::uuid::text, body, bytes, $4, $4, $4
  from webhook_deliveries f where workspace_id = $1 and id = $2 and (
    select count(*) from webhook_deliveries d
    where d.workspace_id = $1 and d.webhook_id = f.webhook_id and d.due_at is not null) < ${mostPending.deliveries}
  returning id
)
select id, 'webhook_deliveries' as notifies from queued`;

/**
 * Sends an event of the type `webhook.test` once. A failure is not retried and does not count as one of the webhook.
 * @throws AppError NOT_FOUND; CONFLICT if the webhook is switched off or its queue full
 */
export function testWebhook(scope: Scope, webhookId: string): Promise<WebhookDelivery> {
  const { workspaceId, services } = scope;
  const id = requireId(webhookId, 'webhook');
  return scope.transaction(async (sql) => {
    await requireActive(sql, scope, id);
    const at = services.now();
    const occurrence = { id: newId(), timestamp: at.toISOString(), workspaceId, data: { webhookId: id } };
    const event = workspaceEvents.webhookTest.of(occurrence);
    const [queued] = await queueDeliveries(sql, workspaceId, [event], { webhookId: id, at });
    if (!queued) throw queueFull();
    return readDelivery(sql, scope, queued);
  });
}

async function requireActive(sql: Sql, { workspaceId }: Scope, id: string): Promise<void> {
  const webhook = await readRow<Webhook>(sql, webhooks, { workspaceId, id });
  if (!webhook) throw notFound('webhook');
  if (!webhook.isActive) throw new AppError('CONFLICT', 'The webhook must be active. Set isActive to true first.');
}

function queueFull(): AppError {
  const { deliveries } = mostPending;
  return new AppError(
    'CONFLICT',
    `The webhook must have fewer than ${deliveries} pending deliveries. Try again later.`,
  );
}

async function readDelivery(sql: Sql, scope: Scope, id: string): Promise<WebhookDelivery> {
  const { workspaceId } = scope;
  const delivery = (await readRow<WebhookDelivery>(sql, webhookDeliveries, { workspaceId, id })) as WebhookDelivery;
  scope.changes.add({ ids: [id], before: null, after: { eventType: delivery.eventType } });
  return delivery;
}

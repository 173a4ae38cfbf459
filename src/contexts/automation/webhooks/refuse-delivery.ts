import type { Sql } from '../../../platform/database/database.js';
import { storableJson } from '../../../platform/database/storable-json.js';
import type { ClaimedWebhook, DueDelivery } from './claim-webhooks.js';
import type { WebhookAttempt } from './webhook-delivery.object.js';
import { rightToReceive } from './webhook-events.js';

const text = `/* refuse_webhook_delivery */ with held as (
  select id from webhooks where workspace_id = $1 and id = $2 and fence = $3 for no key update
)
update webhook_deliveries d set status = 'cancelled', due_at = null, attempts = d.attempts || $5::jsonb, finished_at = $6,
  updated_at = $6
from held where d.workspace_id = $1 and d.webhook_id = held.id and d.id = $4 and d.due_at is not null`;

/** Ends a delivery that is not sent, because the webhook runs as somebody who may not read its event; an attempt says so. */
export async function refuseDelivery(
  sql: Sql,
  { workspaceId, id, fence }: ClaimedWebhook,
  { id: deliveryId, eventType }: DueDelivery,
  at: Date,
): Promise<void> {
  const right = rightToReceive(eventType);
  const required = right === 'membership' ? 'membership of the workspace' : `the capability ${right}`;
  const error = `RUN_AS_FORBIDDEN: The event ${eventType} requires ${required}, which the webhook's runAs does not have. Grant it, or let someone who has it save the webhook.`;
  const attempt: WebhookAttempt = { startedAt: at.toISOString(), durationMs: 0, status: null, error };
  const values = [workspaceId, id, fence, deliveryId, storableJson([attempt]), at];
  await sql.query({ name: 'refuse_webhook_delivery', text, values });
}

import { workspaceEvents } from '../../../nodes/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { storableJson } from '../../../platform/database/storable-json.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { Services } from '../../../platform/services.js';
import type { ClaimedWebhook, DueDelivery } from './claim-webhooks.js';
import { disableWebhook } from './disable-webhook.js';
import { nextAttempt, patienceMs, restMs } from './retry-schedule.js';
import type { SentAttempt } from './send-delivery.js';
import type { DisabledReason, WebhookRow } from './webhook.record.js';

const testType = workspaceEvents.webhookTest.type;

/** The receiver wants nothing more, ever. */
const goneStatus = 410;

/** $3: the fence of the claim, whose row is locked; nothing is written if another process has claimed the webhook since. */
const settleText = `/* settle_webhook_delivery */ with held as (
  select id from webhooks where workspace_id = $1 and id = $2 and fence = $3 for no key update
)
update webhook_deliveries d set status = $5, due_at = $6, attempts = d.attempts || $7::jsonb, request = $8, response = $9,
  finished_at = $10, updated_at = $11
from held where d.workspace_id = $1 and d.webhook_id = held.id and d.id = $4 and d.due_at is not null`;

/** A counter, which several deliveries of one webhook raise concurrently. */
const failureText = `/* webhook_failed */ update webhooks
set failing_since = coalesce(failing_since, $3), failures = failures + 1, retry_at = greatest(retry_at, $4)
where workspace_id = $1 and id = $2 returning failing_since as "failingSince"`;

/**
 * Stores the result of an attempt: a success ends the delivery, a failure is retried for three days. Three days of
 * failures, or 410 Gone, switch the webhook off.
 * @returns whether the attempt succeeded
 */
export async function settleDelivery(
  services: Services,
  webhook: ClaimedWebhook,
  delivery: DueDelivery,
  sent: SentAttempt,
): Promise<boolean> {
  const { db, now } = services;
  const { workspaceId, id } = webhook;
  const { attempt } = sent;
  const succeeded = attempt.error === null;
  await db.within(workspaceId).transaction(async (sql) => {
    const at = now();
    const next = succeeded ? null : nextOf(delivery, sent, at);
    if (!(await store(sql, webhook, delivery, { ...sent, next, at }))) return;
    if (delivery.eventType === testType) return;
    if (succeeded) {
      if (webhook.isTroubled || webhook.failures > 0) await forgetTrouble(sql, webhook);
      return;
    }
    const retryAt = new Date(at.getTime() + Math.max(restMs(webhook.failures + 1), sent.pauseMs ?? 0));
    const values = [workspaceId, id, attempt.startedAt, retryAt];
    const { rows } = await sql.query<{ failingSince: Date }>(failureText, values);
    const reason = reasonToDisable(attempt.status, rows[0]?.failingSince, at);
    if (reason) await disableWebhook(sql, services, webhook, { reason, at });
  });
  return succeeded;
}

async function forgetTrouble(sql: Sql, { workspaceId, id }: ClaimedWebhook): Promise<void> {
  await typed(sql, 'webhook_succeeded', tableOf<WebhookRow>()('webhooks'))
    .updateTable('webhooks')
    .set({ failingSince: null, failures: 0, retryAt: null, queueFullSince: null })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** When a failed delivery is tried again; a test is not. */
function nextOf(
  { eventType, attempts, firstAt }: DueDelivery,
  { attempt, pauseMs }: SentAttempt,
  now: Date,
): Date | null {
  if (eventType === testType) return null;
  const first = new Date(firstAt ?? attempt.startedAt);
  return nextAttempt({ count: attempts + 1, firstAt: first, now, random: Math.random(), pauseMs });
}

function reasonToDisable(status: number | null, failingSince: Date | undefined, at: Date): DisabledReason | null {
  if (status === goneStatus) return 'gone';
  return failingSince && at.getTime() - new Date(failingSince).getTime() >= patienceMs ? 'failing' : null;
}

interface Settled extends SentAttempt {
  next: Date | null;
  at: Date;
}

async function store(
  sql: Sql,
  { workspaceId, id, fence }: ClaimedWebhook,
  delivery: DueDelivery,
  { attempt, request, response, next, at }: Settled,
): Promise<boolean> {
  const status = attempt.error === null ? 'succeeded' : next ? 'pending' : 'failed';
  const texts = [storableJson([attempt]), storableJson(request), response && storableJson(response)];
  const values = [workspaceId, id, fence, delivery.id, status, next, ...texts, next ? null : at, at];
  return (await sql.query({ name: 'settle_webhook_delivery', text: settleText, values })).rowCount === 1;
}

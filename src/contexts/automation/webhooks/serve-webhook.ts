import type { Capability } from '../../../platform/access/capabilities.js';
import type { Sql } from '../../../platform/database/database.js';
import { storableJson } from '../../../platform/database/storable-json.js';
import { defineService } from '../../../platform/define-service.js';
import type { Outbound } from '../../../platform/outbound/index.js';
import type { Services } from '../../../platform/services.js';
import { type ClaimingWorker, watchClaims } from '../../../platform/work/watch-claims.js';
import type { Watch } from '../../../platform/work/watch-due.js';
import { findCapabilities } from '../../accounts/members/index.js';
import type { WorkContext } from '../../module.js';
import {
  type ClaimedWebhook,
  claimWebhooks,
  type DueDelivery,
  dueDeliveries,
  nextWebhook,
  readTarget,
  releaseWebhook,
  type WebhookTarget,
} from './claim-webhooks.js';
import { sendDelivery } from './send-delivery.js';
import { settleDelivery } from './settle-delivery.js';
import type { WebhookAttempt } from './webhook-delivery.object.js';
import { mayReceive, rightToReceive } from './webhook-events.js';
import { secretContext } from './webhook-secret.js';

// Locks the claim, whose fence it compares, as `settleDelivery` does.
const text = `/* refuse_webhook_delivery */ with held as (
  select id from webhooks where workspace_id = $1 and id = $2 and fence = $3 for no key update
)
update webhook_deliveries d set status = 'cancelled', due_at = null, attempts = d.attempts || $5::jsonb, finished_at = $6,
  updated_at = $6
from held where d.workspace_id = $1 and d.webhook_id = held.id and d.id = $4 and d.due_at is not null`;

/** Ends a delivery that is not sent, because the webhook runs as somebody who may not read its event; an attempt says so. */
async function refuseDelivery(
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

/** The network access of webhooks. */
export const webhookOutbound = defineService<Outbound>('webhook outbound', ({ outbound }) => outbound);

/** Webhooks of one workspace that a process serves concurrently, and requests to one of them. */
const atOnce = { webhooks: 16, requests: 4 };
/** Rounds of requests, after which another webhook gets its turn. */
const mostRounds = 25;

/** Sends the events of workspaces to their webhooks. */
export function startWebhooks({ services }: WorkContext, worker: ClaimingWorker): Watch {
  const { db, log, now } = services;
  return watchClaims({
    ...worker,
    channel: 'webhook_deliveries',
    what: 'webhook deliveries',
    log,
    now,
    atOnce: atOnce.webhooks,
    sql: db.pool,
    due: (at) => nextWebhook(db.pool, at),
    claim: (claimant) => claimWebhooks(db.pool, claimant),
    idOf: ({ id }) => id,
    workspaceOf: ({ workspaceId }) => workspaceId,
    work: (webhook, stopped) => serveWebhook(services, webhook, stopped),
  });
}

/**
 * Sends what is due to one webhook, concurrently what has different keys, and ends its claim. A webhook that fails gets
 * one request at a time, and rests after each.
 */
async function serveWebhook(services: Services, webhook: ClaimedWebhook, signal: AbortSignal): Promise<void> {
  const { db, now } = services;
  const outbound = services.get(webhookOutbound);
  const requests = webhook.failures > 0 ? 1 : atOnce.requests;
  for (let rounds = 0; rounds < mostRounds && !signal.aborted; rounds += 1) {
    const target = await readTarget(db.pool, webhook, now());
    if (!target) break;
    const secrets = await openSecrets(services, webhook, target);
    const due = await dueDeliveries(db.pool, webhook, now(), requests);
    const held = await rightsOf(services, webhook, target);
    const send = async (delivery: (typeof due)[number]) => {
      if (!mayReceive(delivery.eventType, held)) {
        await refuseDelivery(db.pool, webhook, delivery, now());
        return true;
      }
      const sent = await sendDelivery(delivery, { outbound, now, url: target.url, secrets, signal });
      return settleDelivery(services, webhook, delivery, sent);
    };
    const succeeded = await Promise.all(due.map(send));
    if (webhook.failures > 0 || due.length === 0 || succeeded.includes(false)) break;
  }
  await releaseWebhook(db.pool, webhook, now());
}

/** Asked before each round: what was queued is not sent once they have lost the right. */
async function rightsOf(
  { db }: Services,
  { workspaceId }: ClaimedWebhook,
  { runAs }: WebhookTarget,
): Promise<ReadonlySet<Capability>> {
  return runAs === null ? new Set() : findCapabilities(db.pool, workspaceId, runAs);
}

async function openSecrets(
  { vault }: Services,
  { workspaceId, id }: ClaimedWebhook,
  { encryptedSecret, encryptedPreviousSecret }: WebhookTarget,
): Promise<string[]> {
  const encrypted = encryptedPreviousSecret ? [encryptedSecret, encryptedPreviousSecret] : [encryptedSecret];
  return Promise.all(encrypted.map((text) => vault.open(workspaceId, text, secretContext(id))));
}

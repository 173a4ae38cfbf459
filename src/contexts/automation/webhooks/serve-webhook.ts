import type { Capability } from '../../../platform/access/capabilities.js';
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
  dueDeliveries,
  nextWebhook,
  readTarget,
  releaseWebhook,
  type WebhookTarget,
} from './claim-webhooks.js';
import { refuseDelivery } from './refuse-delivery.js';
import { sendDelivery } from './send-delivery.js';
import { settleDelivery } from './settle-delivery.js';
import { mayReceive } from './webhook-events.js';
import { secretContext } from './webhook-secret.js';

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

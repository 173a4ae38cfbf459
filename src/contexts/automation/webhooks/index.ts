import { workspaceEvents } from '../../../nodes/index.js';
import { listener } from '../../../platform/events/index.js';
import { untilDone } from '../../../platform/work/until-done.js';
import { quotaReached } from '../../accounts/quotas/index.js';
import { walletLow } from '../../billing/usage/index.js';
import { defineModule } from '../../module.js';
import { deleteOldDeliveries } from './delete-old-deliveries.js';
import { queueDeliveries } from './queue-deliveries.js';
import { startWebhooks, webhookOutbound } from './serve-webhook.js';
import { webhooks } from './webhook.record.js';
import { WebhookDeliveryResolver, WebhookMutations, WebhookResponseResolver } from './webhook.resolver.js';
import { webhookDeliveries } from './webhook-delivery.record.js';

export { queueDeliveries, webhookListensSql } from './queue-deliveries.js';
export type { Webhook } from './webhook.record.js';
export { mayReceive, rightToReceive } from './webhook-events.js';
export { createSecret } from './webhook-secret.js';

export const webhooksModule = defineModule({
  name: 'automation/webhooks',
  records: [webhooks, webhookDeliveries],
  resolvers: [WebhookMutations, WebhookResponseResolver, WebhookDeliveryResolver],
  services: [webhookOutbound],
  listeners: [
    listener(quotaReached, async (tx, event) => {
      await queueDeliveries(tx, event.workspaceId, [workspaceEvents.quotaReached.of(event)]);
    }),
    listener(walletLow, async (tx, event) => {
      await queueDeliveries(tx, event.workspaceId, [workspaceEvents.walletLow.of(event)]);
    }),
  ],
  workers: [startWebhooks],
  tasks: [
    ({ db }) => ({
      name: 'old webhook deliveries',
      everyMs: 600_000,
      work: (signal) => untilDone(() => deleteOldDeliveries(db.pool), signal),
    }),
  ],
  routes: async () => [(await import('./webhook.routes.js')).routes],
});

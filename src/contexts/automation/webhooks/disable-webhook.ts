import { workspaceEvents } from '../../../nodes/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import { queueMail } from '../../../platform/mail/mail-outbox.js';
import { newId } from '../../../platform/new-id.js';
import type { Services } from '../../../platform/services.js';
import { responsibleMembers } from '../../accounts/members/index.js';
import { queueDeliveries } from './queue-deliveries.js';
import { cancelPending, type DisabledReason, type Webhook } from './webhook.record.js';

const reasons = {
  failing: 'All requests to it have failed for three days.',
  gone: 'Its receiver answered with the status 410 Gone.',
};

/**
 * Switches a webhook off, cancels what is pending for it, publishes `webhook.disabled` to the others, and queues a mail to the
 * owners and admins, in the caller's transaction.
 */
export async function disableWebhook(
  sql: Sql,
  services: Services,
  webhook: { workspaceId: string; id: string },
  { reason, at }: { reason: DisabledReason; at: Date },
): Promise<void> {
  const { workspaceId, id } = webhook;
  const disabled = await typed(sql, 'disable_webhook', tableOf<Webhook>()('webhooks'))
    .updateTable('webhooks')
    .set({ isActive: false, disabledAt: at, disabledReason: reason, updatedAt: at })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('isActive', 'is', true)
    .returning('url')
    .executeTakeFirst();
  if (!disabled) return;
  const { url } = disabled;
  await cancelPending(sql, webhook, at);
  const occurrence = { id: newId(), timestamp: at.toISOString(), workspaceId, data: { id, url, reason } };
  await queueDeliveries(sql, workspaceId, [workspaceEvents.webhookDisabled.of(occurrence)]);
  services.log.warn({ workspaceId, webhookId: id, reason }, 'a webhook is switched off');
  if (services.mailer) await queueMailOf(sql, { workspaceId, id, url }, { reason, at });
}

async function queueMailOf(
  sql: Sql,
  { workspaceId, id, url }: { workspaceId: string; id: string; url: string },
  { reason, at }: { reason: DisabledReason; at: Date },
): Promise<void> {
  const { emails, workspaceName: name } = await responsibleMembers(sql, workspaceId);
  const subject = `A webhook of the workspace ${name} was switched off`;
  const text = `The webhook ${id} of the workspace "${name}" was switched off.

  ${url}

${reasons[reason]} What was pending for it was cancelled, and no further event is kept for it.

When the receiver works again, set isActive to true. The deliveries of the webhook show what was sent and what was answered;
redeliver those that you need.
`;
  await queueMail(sql, workspaceId, { to: emails, subject, text }, at);
}

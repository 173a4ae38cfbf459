import type { Sql } from '../../../platform/database/database.js';
import { queueMail } from '../../../platform/mail/mail-outbox.js';
import { newId } from '../../../platform/new-id.js';
import type { Services } from '../../../platform/services.js';
import { queueDeliveries } from './queue-deliveries.js';
import { cancelPending, type DisabledReason } from './webhook.record.js';

const disableText = `/* disable_webhook */ update webhooks
set is_active = false, disabled_at = $3, disabled_reason = $4, updated_at = $3
where workspace_id = $1 and id = $2 and is_active returning url`;

/** Those who can switch it on again and answer for the workspace. */
const recipientsText = `/* webhook_recipients */ select u.email::text as email, w.name as "workspaceName" from members m
join users u on u.id = m.user_id join workspaces w on w.id = m.workspace_id
where m.workspace_id = $1 and m.role in ('OWNER', 'ADMIN') order by u.email limit 20`;

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
  const { rows } = await sql.query<{ url: string }>(disableText, [workspaceId, id, at, reason]);
  if (!rows[0]) return;
  const { url } = rows[0];
  await cancelPending(sql, webhook, at);
  const event = { id: newId(), type: 'webhook.disabled', timestamp: at.toISOString(), data: { id, url, reason } };
  await queueDeliveries(sql, workspaceId, [event]);
  services.log.warn({ workspaceId, webhookId: id, reason }, 'a webhook is switched off');
  if (services.mailer) await queueMailOf(sql, { workspaceId, id, url }, { reason, at });
}

async function queueMailOf(
  sql: Sql,
  { workspaceId, id, url }: { workspaceId: string; id: string; url: string },
  { reason, at }: { reason: DisabledReason; at: Date },
): Promise<void> {
  const { rows } = await sql.query<{ email: string; workspaceName: string }>(recipientsText, [workspaceId]);
  const name = rows[0]?.workspaceName.replace(/\s+/g, ' ').trim();
  const subject = `A webhook of the workspace ${name} was switched off`;
  const text = `The webhook ${id} of the workspace "${name}" was switched off.

  ${url}

${reasons[reason]} What was pending for it was cancelled, and no further event is kept for it.

When the receiver works again, set isActive to true. The deliveries of the webhook show what was sent and what was answered;
redeliver those that you need.
`;
  await queueMail(sql, workspaceId, { to: rows.map(({ email }) => email), subject, text }, at);
}

import { notFound } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { createRecordIn, updateRecordIn, workspaceScope } from '../../../../platform/records/index.js';
import type { Services } from '../../../../platform/services.js';
import { recordLinkAudit } from '../../../accounts/audit/index.js';
import { contacts } from '../../../crm/definitions/index.js';
import type { EmailSubscription } from './email-subscription.object.js';
import { readUnsubscribeToken, type Subscriber } from './unsubscribe-link.js';

/** The subscription that a link stands for. Changes nothing. @throws AppError INVALID_TOKEN, NOT_FOUND */
export async function readSubscription(services: Services, token: string): Promise<EmailSubscription> {
  const subscriber = readUnsubscribeToken(services.settings.jwtSecret, token);
  const { workspaceId, contactId, email } = subscriber;
  const { rows } = await services.db.within(workspaceId).query<EmailSubscription>(
    `/* subscription */ select w.name as "workspaceName", $3::text as email, coalesce((
       select bool_or(c.unsubscribed_at is null) from contacts c where c.workspace_id = w.id and (c.email = $3 or c.id = $2)
     ), true) as subscribed from workspaces w where w.id = $1`,
    [workspaceId, contactId, email],
  );
  if (!rows[0]) throw notFound('workspace');
  return rows[0];
}

/**
 * Unsubscribes the contact that a link was written to, and the one that has its address now; without either, a contact is
 * created that keeps the refusal. Once, however often it is called.
 * @throws AppError INVALID_TOKEN, NOT_FOUND
 */
export async function unsubscribe(context: GraphContext, token: string, oneClick: boolean): Promise<EmailSubscription> {
  const { services } = context;
  const subscriber = readUnsubscribeToken(services.settings.jwtSecret, token);
  const { subscribed } = await readSubscription(services, token);
  const { workspaceId, contactId, email } = subscriber;
  const source = oneClick ? 'one_click' : 'link';
  const entry = {
    workspaceId,
    action: 'unsubscribe',
    targetId: contactId,
    holder: email,
    input: {},
    details: { source },
  };
  if (subscribed) await recordLinkAudit(context, entry, () => storeRefusal(services, subscriber, source));
  return readSubscription(services, token);
}

async function storeRefusal(
  services: Services,
  { workspaceId, contactId, email }: Subscriber,
  unsubscribedBy: 'one_click' | 'link',
): Promise<void> {
  const scope = workspaceScope(services, workspaceId);
  const refusal = { unsubscribedAt: services.now(), unsubscribedBy };
  await scope.transaction(async (sql) => {
    const { rows } = await sql.query<{ id: string }>(
      `/* subscribers */ select id from contacts where workspace_id = $1 and (id = $2 or email = $3) order by id for update`,
      [workspaceId, contactId, email],
    );
    for (const { id } of rows) {
      await updateRecordIn(sql, scope, contacts, id, (before) => (before.unsubscribedAt ? {} : refusal));
    }
    if (rows.length === 0)
      await createRecordIn(sql, scope, contacts, { email, source: 'unsubscribe link', ...refusal });
  });
}

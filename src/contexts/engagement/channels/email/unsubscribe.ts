import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { notFound } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { createRecordIn, updateRecordIn, workspaceScope } from '../../../../platform/records/index.js';
import type { Services } from '../../../../platform/services.js';
import { recordLinkAudit } from '../../../accounts/audit/index.js';
import type { Workspace } from '../../../accounts/workspaces/index.js';
import { type Contact, contacts } from '../../../crm/definitions/index.js';
import type { EmailSubscription } from './email-subscription.object.js';
import { readUnsubscribeToken, type Subscriber } from './unsubscribe-link.js';

/** The subscription that a link stands for. Changes nothing. @throws AppError INVALID_TOKEN, NOT_FOUND */
export async function readSubscription(services: Services, token: string): Promise<EmailSubscription> {
  const subscriber = readUnsubscribeToken(services.settings.jwtSecret, token);
  const { workspaceId, contactId, email } = subscriber;
  const sql = services.db.within(workspaceId);
  const found = await typed(sql, 'subscription', tableOf<Workspace>()('workspaces'), tableOf<Contact>()('contacts'))
    .selectFrom('workspaces as w')
    .leftJoin('contacts as c', (contact) =>
      contact
        .onRef('c.workspaceId', '=', 'w.id')
        .on((some) => some.or([some('c.email', '=', email), some('c.id', '=', contactId)])),
    )
    .select(['w.name', 'c.unsubscribedAt'])
    .where('w.id', '=', workspaceId)
    .execute();
  if (!found[0]) throw notFound('workspace');
  const subscribed = found.some(({ unsubscribedAt }) => unsubscribedAt === null);
  return { workspaceName: found[0].name, email, subscribed };
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
    const rows = await typed(sql, 'subscribers', tableOf<Contact>()('contacts'))
      .selectFrom('contacts')
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .where((some) => some.or([some('id', '=', contactId), some('email', '=', email)]))
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const { id } of rows) {
      await updateRecordIn(sql, scope, contacts, id, (before) => (before.unsubscribedAt ? {} : refusal));
    }
    if (rows.length === 0)
      await createRecordIn(sql, scope, contacts, { email, source: 'unsubscribe link', ...refusal });
  });
}

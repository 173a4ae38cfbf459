import { typed } from '../../../../platform/database/typed-sql.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { findLiveUser } from '../../users/index.js';
import { linkedIdentities } from '../oidc/linked-identity.entity.js';
import { findPending } from './attempts.js';
import type { Identity, PendingLink } from './identity.object.js';

/** More are not linked by people. */
const listedAtMost = 100;

/** Lists the linked identities of the caller, the oldest first. */
export async function listIdentities(context: GraphContext): Promise<Identity[]> {
  const { services } = context;
  const { id } = await findLiveUser(services, context.principal({ session: true }));
  const rows = await typed(services.db.pool, 'list_linked_identities', linkedIdentities)
    .selectFrom('linked_identities')
    .select(['id', 'issuer', 'email', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(listedAtMost)
    .execute();
  const { loginProviders } = services.settings;
  return rows.map(({ issuer, createdAt, lastUsedAt, ...row }) => {
    const provider = loginProviders.find((one) => one.issuer === issuer);
    const [created, used] = [new Date(createdAt), new Date(lastUsedAt)];
    return { ...row, provider: provider?.name ?? issuer, createdAt: created, lastUsedAt: used };
  });
}

/** The identity that waits for the consent of the caller in this browser; null if none does. */
export async function showPending(context: GraphContext): Promise<PendingLink | null> {
  const { services } = context;
  const { email } = await findLiveUser(services, context.principal({ session: true }));
  const pending = await findPending(context);
  const provider = services.settings.loginProviders.find(({ id }) => id === pending?.providerId);
  if (!pending || !provider || pending.email !== email.toLowerCase()) return null;
  return { provider: provider.name, email: pending.email };
}

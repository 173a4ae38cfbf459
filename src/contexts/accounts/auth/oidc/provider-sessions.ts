import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { Services } from '../../../../platform/services.js';
import type { InstanceContext } from '../../../../platform/vault/index.js';
import { oidcClient } from '../oidc/oidc-client.js';
import type { ProviderIdentity } from '../oidc/provider-identity.js';
import { identitySessions } from './linked-identity.entity.js';

/** Longer tokens make addresses that browsers and proxies refuse. */
const longestHint = 8_000;

/** What the encrypted token of a session is bound to. */
export function idTokenContext(sessionId: string): InstanceContext {
  return { kind: 'id-token', id: sessionId };
}

/** Records that a provider began a session, with the token that ends the provider's own. */
export async function recordIdentitySession(
  { db, vault }: Services,
  { sessionId, identityId }: { sessionId: string; identityId: string },
  { providerId, idToken: token }: ProviderIdentity,
): Promise<void> {
  const hint = token.length > longestHint ? '' : token;
  const idToken = await vault.encryptForInstance(hint, idTokenContext(sessionId));
  await typed(db.pool, 'record_identity_session', identitySessions)
    .insertInto('identity_sessions')
    .values({ sessionId, identityId, providerId, idToken })
    .execute();
}

/** Where the browser ends the session of the provider that began a session; null if no provider did. */
export async function logoutUrlOf(services: Services, sessionId: string): Promise<string | null> {
  const { db, vault, settings } = services;
  const found = await findIdentitySession(db.pool, sessionId);
  const provider = settings.loginProviders.find(({ id }) => id === found?.providerId);
  if (!found || !provider) return null;
  const idToken = await vault.openForInstance(found.idToken, idTokenContext(sessionId)).catch(withoutHint);
  return services.get(oidcClient).logoutUrl(provider, idToken, `${settings.publicUrl}/app/signin`);
}

function findIdentitySession(sql: Sql, sessionId: string) {
  return typed(sql, 'find_identity_session', identitySessions)
    .selectFrom('identity_sessions')
    .select(['providerId', 'idToken'])
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();
}

/** A token that cannot be read ends nothing there, but must not keep the user here. */
function withoutHint(error: unknown): string {
  if (error instanceof AppError) return '';
  throw error;
}

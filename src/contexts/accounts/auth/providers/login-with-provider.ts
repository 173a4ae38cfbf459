import type { GraphContext } from '../../../../platform/graphql/context.js';
import { countBadTokens } from '../../../../platform/graphql/limits/count-request.js';
import { listMemberships } from '../../members/index.js';
import { findUserByEmail, findUserById, toUser } from '../find-user.js';
import { loginProblem } from '../oidc/login-problem.js';
import { oidcClient } from '../oidc/oidc-client.js';
import type { ProviderIdentity } from '../oidc/provider-identity.js';
import { recordIdentitySession } from '../oidc/provider-sessions.js';
import { requestOriginOf } from '../sessions/origin.js';
import { startSession } from '../sessions/session.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { type Attempt, keepPending, useAttempt } from './attempts.js';
import { createProvidedUser } from './create-provided-user.js';
import { findProvider } from './find-provider.js';
import { linkTo } from './link-identity.js';
import { type FoundIdentity, findIdentity, recordUse } from './linked-identities.js';

/** The end of a login: where the browser goes, and the session; null if an identity was linked to the caller. */
export interface ProviderLoginResult {
  location: string;
  signedIn: SignedIn | null;
}

/**
 * Ends a login by a provider, by the query with which the provider sent the browser back. The subject of a linked identity
 * logs in; a new one gets an account if the provider may create it, and waits for consent if its verified email has one.
 * @throws AppError with the problem in its detail, see `loginProblem`; NOT_FOUND, RATE_LIMITED
 */
export function loginWithProvider(
  context: GraphContext,
  providerId: string,
  query: string,
): Promise<ProviderLoginResult> {
  return countBadTokens(context, async () => {
    const { services } = context;
    const provider = findProvider(services.settings, providerId);
    const { attempt, secrets } = await useAttempt(context, provider.id, query);
    const identity = await services.get(oidcClient).identify(provider, secrets, query);
    const location = `${services.settings.publicUrl}/app${attempt.returnTo}`;
    if (attempt.userId !== null) {
      await linkTo(context, attempt.userId, attempt.sessionId, identity);
      return { location, signedIn: null };
    }
    const found = await userOf(context, attempt, identity);
    return { location, signedIn: await signIn(context, found, identity) };
  });
}

async function userOf(context: GraphContext, attempt: Attempt, identity: ProviderIdentity): Promise<FoundIdentity> {
  const { services } = context;
  const known = await findIdentity(services.db.pool, identity);
  if (known) return known;
  const { email, emailVerified } = identity;
  if (!email || !emailVerified) throw loginProblem('EMAIL_UNVERIFIED');
  if (await findUserByEmail(services.db.pool, email)) {
    // Another browser may have created the account since.
    const created = await findIdentity(services.db.pool, identity);
    if (created) return created;
    await keepPending(context, attempt, { ...identity, email });
    throw loginProblem('LINK_FIRST');
  }
  const provider = findProvider(services.settings, attempt.providerId);
  return createProvidedUser(services, provider, { ...identity, email });
}

async function signIn(
  context: GraphContext,
  { identityId, userId }: FoundIdentity,
  identity: ProviderIdentity,
): Promise<SignedIn> {
  const { services } = context;
  const { db, now } = services;
  const user = await findUserById(db.pool, userId);
  // Null for a disabled user, too.
  const session = user && (await startSession(db.pool, user, now(), requestOriginOf(context)));
  if (!session) throw loginProblem('ACCOUNT_DISABLED');
  await recordUse(db.pool, identityId, identity.email, now());
  await recordIdentitySession(services, { sessionId: session.id, identityId }, identity);
  context.audit.userId = user.id;
  const workspaces = await listMemberships(db.pool, user.id);
  return { user: toUser(user), session, sessionVersion: user.sessionVersion, workspaces };
}

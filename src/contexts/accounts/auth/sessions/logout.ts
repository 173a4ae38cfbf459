import { AppError } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import type { Logout } from '../account.object.js';
import { logoutUrlOf } from '../oidc/provider-sessions.js';
import { clearRefreshCookie, readRefreshToken } from './refresh-cookie.js';
import { endSession, sessionOf } from './session.js';

/**
 * Ends the session of the request's cookie and that of its access token, if any. Idempotent. A session of a provider can
 * be ended there, too.
 * @throws AppError UNAUTHENTICATED, INVALID_TOKEN or SESSION_REQUIRED if the request has no session, FORBIDDEN if its
 * session is managed by another issuer
 */
export async function logout(context: GraphContext): Promise<Logout> {
  const { db, now } = context.services;
  const refreshToken = readRefreshToken(context);
  const { principal } = refreshToken ? context.caller : { principal: context.principal({ session: true }) };
  const sessions = [
    ...(refreshToken ? [sessionOf(refreshToken)] : []),
    ...(principal?.kind === 'user' && principal.sessionId !== null ? [principal.sessionId] : []),
  ];
  if (sessions.length === 0) {
    throw new AppError(
      'FORBIDDEN',
      'The session of this access token is managed by its issuer: end it there, or use POST /auth/logout-all to refuse all tokens issued so far.',
    );
  }
  let providerLogoutUrl: string | null = null;
  for (const session of new Set(sessions)) {
    const userId = await endSession(db.pool, session, now());
    if (!userId) continue;
    context.audit.userId = userId;
    providerLogoutUrl ??= await logoutUrlOf(context.services, session);
  }
  clearRefreshCookie(context);
  return { loggedOut: true, providerLogoutUrl };
}

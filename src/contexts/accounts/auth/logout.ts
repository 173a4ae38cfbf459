import { AppError } from '../../../platform/errors.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { forgetRefreshToken, readRefreshToken } from './refresh-cookie.js';
import { endSession, sessionOf } from './session.js';

/**
 * Ends the session of the request's cookie, and that of its access token where it brought one; doing it twice is fine.
 * @throws AppError UNAUTHENTICATED, INVALID_TOKEN or SESSION_REQUIRED where the request names no session, FORBIDDEN
 * where its session is another issuer's
 */
export async function logout(context: GraphContext): Promise<boolean> {
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
      "This access token is another issuer's, and so is its session: end it there, or POST /auth/logout-all to have every token so far refused here.",
    );
  }
  for (const session of new Set(sessions)) await endSession(db.fork(), session, now());
  forgetRefreshToken(context);
  return true;
}

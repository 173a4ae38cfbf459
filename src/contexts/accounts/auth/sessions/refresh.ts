import { AppError } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { listMemberships } from '../../members/index.js';
import { requestOriginOf } from './origin.js';
import { clearRefreshCookie, requireRefreshToken } from './refresh-cookie.js';
import { rotateSession } from './session.js';
import type { SignedIn } from './signed-in.js';

/** Refreshes the session of the request's cookie. @throws AppError UNAUTHENTICATED without one, INVALID_TOKEN */
export async function refresh(context: GraphContext): Promise<SignedIn> {
  const { db, now } = context.services;
  const token = requireRefreshToken(context);
  try {
    const { user, sessionVersion, ...session } = await rotateSession(db.pool, token, now(), requestOriginOf(context));
    return { user, session, sessionVersion, workspaces: await listMemberships(db.pool, user.id) };
  } catch (error) {
    // An invalid token would only be sent again. After other errors, such as a lost database, it may still be valid.
    if (error instanceof AppError && error.code === 'INVALID_TOKEN') clearRefreshCookie(context);
    throw error;
  }
}

import { AppError, validationFailed } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { listMemberships } from '../../members/index.js';
import { requestOriginOf } from './origin.js';
import { clearRefreshCookie, requireRefreshToken } from './refresh-cookie.js';
import { rotateSession } from './session.js';
import type { SignedIn } from './signed-in.js';

/**
 * Refreshes the session of the request's cookie.
 * @param key with which the same refresh can be repeated
 * @throws AppError UNAUTHENTICATED without a cookie, INVALID_TOKEN, VALIDATION_FAILED for a key that could be guessed
 */
export async function refresh(context: GraphContext, key: string | null = null): Promise<SignedIn> {
  const { db, now } = context.services;
  const token = requireRefreshToken(context);
  requireRandomKey(key);
  try {
    const { user, sessionVersion, ...session } = await rotateSession(
      ...([db.pool, token, now(), requestOriginOf(context), key] as const),
    );
    return { user, session, sessionVersion, workspaces: await listMemberships(db.pool, user.id) };
  } catch (error) {
    // An invalid token would only be sent again. After other errors, such as a lost database, it may still be valid.
    if (error instanceof AppError && error.code === 'INVALID_TOKEN') clearRefreshCookie(context);
    throw error;
  }
}

/** What shorter keys have of randomness could be tried. */
function requireRandomKey(key: string | null): void {
  if (key === null || /^[\x20-\x7e]{22,255}$/.test(key)) return;
  throw validationFailed([
    {
      field: 'idempotencyKey',
      message: 'idempotencyKey must be 22 to 255 printable ASCII characters, chosen at random.',
    },
  ]);
}

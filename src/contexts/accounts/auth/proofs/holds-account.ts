import { AppError, validationFailed } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { findLiveUser } from '../../users/index.js';
import { findUserById } from '../find-user.js';
import { verifyPassword } from '../verify-password.js';

/** Whether the request has a live session of a user. */
export async function isSessionOf(context: GraphContext, userId: string): Promise<boolean> {
  const { principal } = context.caller;
  if (principal?.kind !== 'user' || principal.userId !== userId) return false;
  try {
    await findLiveUser(context.services, principal);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Whether the sender of a request holds the account of a user: by a session, or by the password.
 * @throws AppError VALIDATION_FAILED if the password that was sent is wrong, RATE_LIMITED
 */
export async function holdsAccount(
  context: GraphContext,
  userId: string,
  password: string | null | undefined,
): Promise<boolean> {
  if (await isSessionOf(context, userId)) return true;
  if (!password) return false;
  const user = await findUserById(context.services.db.pool, userId);
  if (user && (await verifyPassword(context, user, password))) return true;
  const message = 'password must be the password of the account. If you do not know it, request a link to reset it.';
  throw validationFailed([{ field: 'password', rule: 'PASSWORD_WRONG', message }]);
}

import { validationFailed } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { normalEmail } from '../../members/index.js';
import { findLiveUser, sessionEnded } from '../../users/index.js';
import { findUserById, type UserWithPassword } from '../find-user.js';
import { guessFrom, originOf } from '../sessions/origin.js';
import { passwordMatches } from './password.js';

/**
 * Whether a password is the user's. Wrong ones count as failed logins, so that passwords cannot be guessed here either.
 * @throws AppError RATE_LIMITED after too many
 */
export async function verifyPassword(
  context: GraphContext,
  user: UserWithPassword,
  password: string,
): Promise<boolean> {
  const guess = guessFrom(originOf(context), normalEmail(user.email), user.id);
  const verified = await context.services.limits.failedLogins.attempt(guess, async () =>
    (await passwordMatches(user.passwordHash, password)) ? true : null,
  );
  return verified === true;
}

/**
 * The caller, a user with a session, who has confirmed an action by their password. The user is read before the session
 * is checked: what depends on `passwordHash` and `sessionVersion` applies only if neither has changed since.
 * @throws AppError VALIDATION_FAILED for `field` if the password is wrong, INVALID_TOKEN, SESSION_REQUIRED, RATE_LIMITED
 */
export async function confirmByPassword(
  context: GraphContext,
  password: string,
  field = 'password',
): Promise<UserWithPassword> {
  const principal = context.principal({ session: true });
  const user = await findUserById(context.services.db.pool, principal.userId);
  await findLiveUser(context.services, principal);
  if (!user) throw sessionEnded();
  if (!(await verifyPassword(context, user, password))) {
    throw validationFailed([{ field, message: `${field} must be your current password.` }]);
  }
  return user;
}

import type { Sql } from '../../../platform/database/database.js';
import { typed } from '../../../platform/database/typed-sql.js';
import { validationFailed } from '../../../platform/errors/errors.js';
import type { GraphContext } from '../../../platform/graphql/context.js';
import { users } from '../entities/user.entity.js';
import { normalEmail } from '../members/index.js';
import { findLiveUser, sessionEnded } from '../users/index.js';
import { findUserById, type UserWithPassword } from './find-user.js';
import { passwordMatches } from './password.js';
import { attemptFrom, requestOriginOf } from './sessions/origin.js';

/**
 * Whether a password is the user's. Wrong ones count as failed logins, so that passwords cannot be guessed here either.
 * @throws AppError RATE_LIMITED after too many
 */
export async function verifyPassword(
  context: GraphContext,
  user: UserWithPassword,
  password: string,
): Promise<boolean> {
  const guess = attemptFrom(requestOriginOf(context), normalEmail(user.email), user.id);
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
    throw validationFailed([{ field, rule: 'PASSWORD_WRONG', message: `${field} must be your current password.` }]);
  }
  return user;
}

/**
 * Locks a user who confirmed an action, in the transaction of the action: until its end, neither the password nor the
 * sessions change, as a reset of the password does.
 * @throws AppError INVALID_TOKEN if they changed since the confirmation
 */
export async function requireUnchanged(
  sql: Sql,
  { id, passwordHash, sessionVersion }: UserWithPassword,
): Promise<void> {
  const locked = await typed(sql, 'lock_confirmed_user', users)
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('sessionVersion', '=', sessionVersion)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!locked) throw sessionEnded();
}

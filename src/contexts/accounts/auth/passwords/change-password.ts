import { AppError, validationFailed } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { listMemberships } from '../../members/index.js';
import { findLiveUser } from '../../users/index.js';
import type { ChangePasswordInput } from '../credentials.input.js';
import { findUserById, toUser } from '../find-user.js';
import { endSessionsOf, openSession } from '../sessions/session.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { hashPassword } from './password.js';
import { verifyPassword } from './verify-password.js';

/**
 * Changes the caller's password, ends all of their sessions with their access tokens, and opens a new session.
 * @throws AppError VALIDATION_FAILED if the current password is wrong, INVALID_TOKEN, CONFLICT, RATE_LIMITED
 */
export async function changePassword(context: GraphContext, input: ChangePasswordInput): Promise<SignedIn> {
  const { services } = context;
  const { db, now } = services;
  const principal = context.principal({ session: true });
  const user = await findUserById(db.pool, principal.userId);
  // Read before the session is checked: the update below applies only if neither has changed since.
  await findLiveUser(services, principal);
  if (!user || !(await verifyPassword(services, user, input.currentPassword))) {
    throw validationFailed([{ field: 'currentPassword', message: 'currentPassword must be your current password.' }]);
  }
  const passwordHash = await hashPassword(input.newPassword);
  return db.transaction(async (sql) => {
    const { rowCount } = await sql.query(
      `/* change_password */ update users set password_hash = $4, updated_at = $5
         where id = $1 and password_hash = $2 and session_version = $3`,
      [user.id, user.passwordHash, user.sessionVersion, passwordHash, now()],
    );
    if (!rowCount)
      throw new AppError('CONFLICT', 'Your password or your sessions changed at the same time. Log in again.');
    const sessionVersion = await endSessionsOf(sql, user.id, now());
    const session = await openSession(sql, { id: user.id, sessionVersion }, now());
    return { user: toUser(user), session, sessionVersion, workspaces: await listMemberships(sql, user.id) };
  });
}

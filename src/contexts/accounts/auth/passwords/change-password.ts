import { typed } from '../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { users } from '../../entities/user.entity.js';
import { listMemberships } from '../../members/index.js';
import type { ChangePasswordInput } from '../credentials.input.js';
import { toUser } from '../find-user.js';
import { deleteLinks } from '../links/account-link.js';
import { notifyUser } from '../links/notify-user.js';
import { hashPassword } from '../password.js';
import { requirePasswordLogin } from '../require-password-login.js';
import { requestOriginOf } from '../sessions/origin.js';
import { endSessionsOf, openSession } from '../sessions/session.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { confirmByPassword } from '../verify-password.js';
import { requireStrongPassword } from './password-strength.js';

/**
 * Changes the caller's password, ends all of their sessions with their access tokens, and opens a new session.
 * @throws AppError VALIDATION_FAILED if the current password is wrong or the new one is weak, INVALID_TOKEN, CONFLICT,
 * RATE_LIMITED
 */
export async function changePassword(context: GraphContext, input: ChangePasswordInput): Promise<SignedIn> {
  requirePasswordLogin(context.services.settings);
  const { db, now, settings } = context.services;
  const user = await confirmByPassword(context, input.currentPassword, 'currentPassword');
  await requireStrongPassword('newPassword', input.newPassword, [user.email, user.name, settings.publicUrl]);
  const passwordHash = await hashPassword(input.newPassword);
  const signedIn = await db.transaction(async (sql) => {
    const { numUpdatedRows } = await typed(sql, 'change_password', users)
      .updateTable('users')
      .set({ passwordHash, updatedAt: now() })
      .where('id', '=', user.id)
      .where('passwordHash', '=', user.passwordHash)
      .where('sessionVersion', '=', user.sessionVersion)
      .executeTakeFirst();
    if (!numUpdatedRows)
      throw new AppError('CONFLICT', 'Your password or your sessions changed at the same time. Log in again.');
    await deleteLinks(sql, user.id);
    const sessionVersion = await endSessionsOf(sql, user.id, now());
    const session = await openSession(sql, { id: user.id, sessionVersion }, now(), requestOriginOf(context));
    return { user: toUser(user), session, sessionVersion, workspaces: await listMemberships(sql, user.id) };
  });
  notifyUser(context.services, user.email, 'passwordChanged');
  return signedIn;
}

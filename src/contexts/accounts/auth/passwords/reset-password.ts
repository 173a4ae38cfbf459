import type { GraphContext } from '../../../../platform/graphql/context.js';
import { countBadTokens } from '../../../../platform/graphql/limits/count-request.js';
import type { ResetPasswordInput } from '../account.input.js';
import { findUserById } from '../find-user.js';
import { deleteLinks, findLink, linkNotOpen, useLink } from '../links/account-link.js';
import { notifyUser } from '../links/notify-user.js';
import { hashPassword } from '../password.js';
import { takeProof } from '../proofs/first-proof.js';
import { isSessionOf } from '../proofs/holds-account.js';
import { requirePasswordLogin } from '../require-password-login.js';
import { rememberDevice } from '../sessions/device-cookie.js';
import { endSessionsOf } from '../sessions/session.js';
import { requireStrongPassword } from './password-strength.js';
import { storeProvedPassword } from './store-proved-password.js';

/**
 * Sets a new password by a mailed link and ends all sessions of the user. Opens no session: a user with an authenticator
 * app still needs a code. Who read the mail has the address, so it is verified; the first time, what was made in the account
 * before is discarded, unless the request has a session of the user.
 * @throws AppError INVALID_TOKEN, VALIDATION_FAILED for a weak password, after which the link is still valid
 */
export function resetPassword(context: GraphContext, { token, password }: ResetPasswordInput): Promise<boolean> {
  requirePasswordLogin(context.services.settings);
  return countBadTokens(context, async () => {
    const { services } = context;
    const { db, now, settings } = services;
    const { userId, email } = await findLink(db.pool, token, ['reset_password'], now());
    const user = await findUserById(db.pool, userId);
    await requireStrongPassword('password', password, [email, user?.name, settings.publicUrl]);
    const passwordHash = await hashPassword(password);
    const isHeld = await isSessionOf(context, userId);
    await db.transaction(async (sql) => {
      const link = await useLink(sql, token, ['reset_password'], now());
      await takeProof(sql, link.userId, isHeld, now());
      const { numUpdatedRows } = await storeProvedPassword(sql, link.userId, passwordHash, now())
        .where('email', '=', link.email)
        .executeTakeFirst();
      if (!numUpdatedRows) throw linkNotOpen();
      await deleteLinks(sql, userId);
      await endSessionsOf(sql, userId, now());
    });
    rememberDevice(context, userId);
    context.audit.userId = userId;
    notifyUser(services, email, 'passwordChanged');
    return true;
  });
}

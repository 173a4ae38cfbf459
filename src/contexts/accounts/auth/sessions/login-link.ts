import { AppError } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { countBadTokens } from '../../../../platform/graphql/limits/count-request.js';
import { listMemberships } from '../../members/index.js';
import { findUserById, toUser } from '../find-user.js';
import { linkNotOpen, useLink } from '../links/account-link.js';
import { requestOriginOf } from './origin.js';
import { startSession } from './session.js';
import type { SignedIn } from './signed-in.js';

/**
 * Logs a user in by a link that the operator created, for example the one of the demo workspace. It works once. Users with
 * an authenticator app log in with their password and a code instead.
 * @throws AppError INVALID_TOKEN, TOTP_REQUIRED
 */
export function loginByLink(context: GraphContext, token: string): Promise<SignedIn> {
  return countBadTokens(context, async () => {
    const { db, now } = context.services;
    const { userId } = await useLink(db.pool, token, ['log_in'], now());
    const user = await findUserById(db.pool, userId);
    if (!user) throw linkNotOpen();
    if (user.totpEnabled) {
      throw new AppError('TOTP_REQUIRED', 'This user has an authenticator app. Log in with the password and a code.');
    }
    const session = await startSession(db.pool, user, now(), requestOriginOf(context));
    if (!session) throw linkNotOpen();
    context.audit.userId = user.id;
    const workspaces = await listMemberships(db.pool, user.id);
    return { user: toUser(user), session, sessionVersion: user.sessionVersion, workspaces };
  });
}

import { AppError } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { listMemberships } from '../../members/index.js';
import { findUserById, toUser } from '../find-user.js';
import { requirePasswordLogin } from '../require-password-login.js';
import { attemptFrom, requestOriginOf } from '../sessions/origin.js';
import { startSession } from '../sessions/session.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { challengeEnded, readChallenge } from './login-challenge.js';
import type { LoginTotpInput } from './totp.input.js';
import { acceptCode, findFactor } from './totp-factor.js';

/**
 * The second step of a login: opens a session by a code of the authenticator app, or by a recovery code.
 * @throws AppError INVALID_TOKEN for the challenge, TOTP_INVALID, RATE_LIMITED after too many wrong codes
 */
export async function loginTotp(context: GraphContext, input: LoginTotpInput): Promise<SignedIn> {
  const { services } = context;
  requirePasswordLogin(services.settings);
  const { db, limits, now } = services;
  const origin = requestOriginOf(context);
  const holder = readChallenge(services, input.challengeToken);
  context.audit.userId = holder.id;
  const [user, factor] = await Promise.all([findUserById(db.pool, holder.id), findFactor(services, holder.id)]);
  if (!user || !factor?.confirmed || user.sessionVersion !== holder.sessionVersion) throw challengeEnded();
  const accepted = await limits.failedCodes.attempt(attemptFrom(origin, user.id, user.id), async () =>
    (await acceptCode(services, user.id, factor, input.code)) ? true : null,
  );
  if (!accepted) {
    throw new AppError(
      'TOTP_INVALID',
      'The code is not correct, or was used before. Send the current code of your authenticator app, or an unused recovery code.',
    );
  }
  // Null if the password was changed in the meantime.
  const session = await startSession(db.pool, holder, now(), origin);
  if (!session) throw challengeEnded();
  const workspaces = await listMemberships(db.pool, user.id);
  return { user: toUser(user), session, sessionVersion: holder.sessionVersion, workspaces };
}

import { AppError } from '../../../platform/errors/errors.js';
import type { Services } from '../../../platform/services.js';
import { listMemberships, normalEmail } from '../members/index.js';
import type { LoginInput } from './credentials.input.js';
import { findUserByEmail, toUser } from './find-user.js';
import { passwordMatches } from './password.js';
import { requirePasswordLogin } from './require-password-login.js';
import { attemptFrom, type RequestOrigin, serverItself } from './sessions/origin.js';
import { startSession } from './sessions/session.js';
import type { SignedIn } from './sessions/signed-in.js';
import { codeRequired } from './totp/login-challenge.js';

/**
 * Logs a user in. An unknown email and a wrong password give the same message after the same time.
 * @throws AppError FORBIDDEN where only providers log users in, UNAUTHENTICATED, TOTP_REQUIRED for a user with an authenticator app, RATE_LIMITED after too many
 * failures
 */
export async function login(
  services: Services,
  input: LoginInput,
  origin: RequestOrigin = serverItself,
): Promise<SignedIn> {
  requirePasswordLogin(services.settings);
  const { db, now, limits } = services;
  const email = normalEmail(input.email);
  const found = await findUserByEmail(db.pool, email);
  const authenticated = await limits.failedLogins.attempt(attemptFrom(origin, email, found?.id), async () => {
    const isCorrect = await passwordMatches(found?.passwordHash, input.password);
    if (!found || !isCorrect) return null;
    if (found.totpEnabled) throw codeRequired(services, found);
    // Null if the password was changed while this one was verified.
    const session = await startSession(db.pool, found, now(), origin);
    return session && { found, session };
  });
  if (!authenticated) {
    throw new AppError('UNAUTHENTICATED', 'The email or the password is not correct.');
  }
  const { found: user, session } = authenticated;
  const workspaces = await listMemberships(db.pool, user.id);
  return { user: toUser(user), session, sessionVersion: user.sessionVersion, workspaces };
}

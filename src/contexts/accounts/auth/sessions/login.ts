import { AppError } from '../../../../platform/errors/errors.js';
import type { Services } from '../../../../platform/services.js';
import { listMemberships, normalEmail } from '../../members/index.js';
import type { LoginInput } from '../credentials.input.js';
import { findUserByEmail, toUser } from '../find-user.js';
import { passwordMatches } from '../passwords/password.js';
import { startSession } from './session.js';
import type { SignedIn } from './signed-in.js';

/**
 * Logs a user in. An unknown email and a wrong password give the same message after the same time.
 * @throws AppError UNAUTHENTICATED, RATE_LIMITED after too many failures with this email
 */
export async function login({ db, now, limits }: Services, input: LoginInput): Promise<SignedIn> {
  const email = normalEmail(input.email);
  const authenticated = await limits.failedLogins.attempt(email, async () => {
    const found = await findUserByEmail(db.pool, email);
    const isCorrect = await passwordMatches(found?.passwordHash, input.password);
    // Null if the password was changed while this one was verified.
    const session = found && isCorrect ? await startSession(db.pool, found, now()) : null;
    return found && session ? { found, session } : null;
  });
  if (!authenticated) {
    throw new AppError('UNAUTHENTICATED', 'The email or the password is not correct.');
  }
  const { found, session } = authenticated;
  const workspaces = await listMemberships(db.pool, found.id);
  return { user: toUser(found), session, sessionVersion: found.sessionVersion, workspaces };
}

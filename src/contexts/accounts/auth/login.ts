import { AppError } from '../../../platform/errors.js';
import type { Services } from '../../../platform/services.js';
import { listMemberships, normalEmail } from '../members/index.js';
import type { LoginInput } from './credentials.input.js';
import { findUserByEmail, toUser } from './find-user.js';
import { passwordMatches } from './password.js';
import { startSession } from './session.js';
import type { SignedIn } from './signed-in.js';

/**
 * Signs a person in. An unknown email and a wrong password look alike, in words and in time.
 * @throws AppError UNAUTHENTICATED, RATE_LIMITED after too many failures with this email
 */
export async function login({ db, now, limits }: Services, input: LoginInput): Promise<SignedIn> {
  const email = normalEmail(input.email);
  const entered = await limits.failedLogins.attempt(email, async () => {
    const found = await findUserByEmail(db.pool, email);
    const fits = await passwordMatches(found?.passwordHash, input.password);
    // Null: the password was changed while this one was checked.
    const session = found && fits ? await startSession(db.pool, found, now()) : null;
    return found && session ? { found, session } : null;
  });
  if (!entered) {
    throw new AppError('UNAUTHENTICATED', 'The email or the password is wrong. Check both and try again.');
  }
  const { found, session } = entered;
  const workspaces = await listMemberships(db.pool, found.id);
  return { user: toUser(found), session, sessionVersion: found.sessionVersion, workspaces };
}

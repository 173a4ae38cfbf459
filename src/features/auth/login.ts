import { AppError } from '../../platform/errors.js';
import type { Services } from '../../platform/services.js';
import { listMemberships } from '../members/index.js';
import type { LoginInput } from './credentials.input.js';
import type { User } from './credentials.object.js';
import { normalEmail } from './email.js';
import { verifyPassword } from './password.js';
import { startSession } from './session.js';
import type { SignedIn } from './signed-in.js';

/**
 * Signs a person in. An unknown email and a wrong password look alike, in words and in time.
 * @throws AppError UNAUTHENTICATED
 */
export async function login({ db, now }: Services, input: LoginInput): Promise<SignedIn> {
  const { rows } = await db.pool.query<User & { passwordHash: string; sessionVersion: number }>(
    `/* find_user_by_email */ select id, email, name, password_hash as "passwordHash", session_version as "sessionVersion"
       from users where email = $1`,
    [normalEmail(input.email)],
  );
  const found = rows[0];
  const fits = await verifyPassword(found?.passwordHash, input.password);
  if (!found || !fits) {
    throw new AppError('UNAUTHENTICATED', 'The email or the password is wrong. Check both and try again.');
  }
  const { passwordHash: _, sessionVersion, ...user } = found;
  const session = await startSession(db.pool, user.id, now());
  return { user, session, sessionVersion, workspaces: await listMemberships(db.pool, user.id) };
}

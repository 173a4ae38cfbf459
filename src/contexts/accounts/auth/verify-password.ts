import type { Services } from '../../../platform/services.js';
import { normalEmail } from '../members/index.js';
import type { UserWithPassword } from './find-user.js';
import { passwordMatches } from './password.js';

/**
 * Whether a password is the person's. Wrong ones count like failed logins, so that this is no other way to guess.
 * @throws AppError RATE_LIMITED after too many
 */
export async function verifyPassword({ limits }: Services, user: UserWithPassword, password: string): Promise<boolean> {
  const proven = await limits.failedLogins.attempt(normalEmail(user.email), async () =>
    (await passwordMatches(user.passwordHash, password)) ? true : null,
  );
  return proven === true;
}

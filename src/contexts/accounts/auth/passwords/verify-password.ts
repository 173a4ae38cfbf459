import type { Services } from '../../../../platform/services.js';
import { normalEmail } from '../../members/index.js';
import type { UserWithPassword } from '../find-user.js';
import { passwordMatches } from './password.js';

/**
 * Whether a password is the user's. Wrong ones count as failed logins, so that passwords cannot be guessed here either.
 * @throws AppError RATE_LIMITED after too many
 */
export async function verifyPassword({ limits }: Services, user: UserWithPassword, password: string): Promise<boolean> {
  const verified = await limits.failedLogins.attempt(normalEmail(user.email), async () =>
    (await passwordMatches(user.passwordHash, password)) ? true : null,
  );
  return verified === true;
}

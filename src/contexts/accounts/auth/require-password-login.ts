import { AppError } from '../../../platform/errors/errors.js';
import type { Settings } from '../../../platform/services.js';

/** Refuses what only serves logins with a password where these are off. @throws AppError FORBIDDEN */
export function requirePasswordLogin({ passwordLogin }: Settings): void {
  if (passwordLogin) return;
  throw new AppError(
    'FORBIDDEN',
    'This server has no logins with a password (`PASSWORD_LOGIN=false`). Log in by a provider: `GET /auth/providers` lists them.',
  );
}

import { AppError } from '../../../../platform/errors/errors.js';
import type { Services } from '../../../../platform/services.js';
import { readSignedWords, signWords } from '../../../../platform/signed-text.js';
import type { SessionHolder } from '../sessions/session.js';

const purpose = 'login-challenge';

/** Seconds for which the code may be entered after the password. */
const challengeLifetime = 5 * 60;

/** 401 for a correct password of a user with an authenticator app, with the token for the second step. */
export function codeRequired({ settings, now }: Services, { id, sessionVersion }: SessionHolder): AppError {
  const expiresAt = String(now().getTime() + challengeLifetime * 1000);
  const challengeToken = signWords(settings.jwtSecret, purpose, [id, String(sessionVersion), expiresAt]);
  return new AppError(
    'TOTP_REQUIRED',
    'A code of your authenticator app is required. Send it with the challengeToken in details to POST /auth/login/totp.',
    [{ field: 'code', message: 'code is required.', challengeToken, expiresIn: challengeLifetime }],
  );
}

/** The user whose password was correct. @throws AppError INVALID_TOKEN */
export function readChallenge({ settings, now }: Services, challengeToken: string): SessionHolder {
  const [id, version, expiresAt] = readSignedWords(settings.jwtSecret, purpose, challengeToken) ?? [];
  if (!id || !version || Number(expiresAt) <= now().getTime()) throw challengeEnded();
  return { id, sessionVersion: Number(version) };
}

/** 401 for a challenge that is malformed or too old, or whose user changed their password or authenticator app. */
export function challengeEnded(): AppError {
  return new AppError(
    'INVALID_TOKEN',
    'The challengeToken is not valid, or has expired. Log in with your password again.',
  );
}

import { AppError } from '../../../platform/errors.js';

/** 401 for an access token whose session is over. */
export function sessionEnded(): AppError {
  return new AppError('INVALID_TOKEN', 'The session of this access token has ended. Log in again.');
}

/** 401 for a key that is revoked, expired or gone. */
export function keyEnded(): AppError {
  return new AppError('INVALID_TOKEN', 'This API key was revoked or has expired. Use another one.');
}

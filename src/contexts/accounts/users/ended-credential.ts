import { AppError } from '../../../platform/errors/errors.js';

/** 401 for an access token whose session has ended. */
export function sessionEnded(): AppError {
  return new AppError('INVALID_TOKEN', 'The session of this access token has ended. Log in again.');
}

/** 401 for a key that was revoked, has expired or was deleted. */
export function keyEnded(): AppError {
  return new AppError('INVALID_TOKEN', 'The API key was revoked or has expired. Use another one.');
}

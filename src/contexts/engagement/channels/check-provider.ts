import { AppError } from '../../../platform/errors/errors.js';

/** One error for every cause: it must not reveal whether the workspace is unknown or the signature is wrong. */
export function invalidCallback(): AppError {
  const message =
    'The token or the signature is not valid. Check the callback URL and the credentials of the provider.';
  return new AppError('INVALID_TOKEN', message);
}

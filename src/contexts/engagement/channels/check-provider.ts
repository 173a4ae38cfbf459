import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../platform/errors/errors.js';

/** Compares two texts in constant time. */
export function isEqual(expected: string, actual: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(actual)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** One error for every cause: it must not reveal whether the workspace is unknown or the signature is wrong. */
export function invalidCallback(): AppError {
  const message =
    'The token or the signature is not valid. Check the callback URL and the credentials of the provider.';
  return new AppError('INVALID_TOKEN', message);
}

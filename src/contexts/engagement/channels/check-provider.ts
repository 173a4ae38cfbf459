import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../platform/errors.js';

/** Two texts, compared in the same time whatever they are. */
export function isEqual(right: string, given: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** One answer to all that is wrong: it does not tell an unknown workspace from a wrong signature. */
export function notTheProvider(): AppError {
  return new AppError(
    'INVALID_TOKEN',
    'This address, or the signature that came with it, is not one of a provider here.',
  );
}

import { Arg } from 'type-graphql';
import { AppError } from '../errors/errors.js';
import { capitalized } from '../errors/words.js';
import { DateTime } from './scalars.js';

/** The argument of a mutation that changes a record only if nobody changed it after a time. */
export function IfUnmodifiedSince(): ReturnType<typeof Arg> {
  return Arg('ifUnmodifiedSince', () => DateTime, {
    nullable: true,
    description:
      'The `updatedAt` of the record that the change is based on. If the record was changed later, the mutation fails with PRECONDITION_FAILED.',
  });
}

/**
 * Requires that a record was not changed after a time. The caller holds the lock of its row, so that of two changes which
 * are based on the same state the second one fails.
 * @param what `contact`
 * @throws AppError PRECONDITION_FAILED
 */
export function requireUnmodified(what: string, updatedAt: Date | string, since: Date | null | undefined): void {
  const changed = new Date(updatedAt);
  if (!since || changed <= since) return;
  throw preconditionFailed(
    `${capitalized(what)} was changed at ${changed.toISOString()}, after ifUnmodifiedSince. Get it again and apply your change.`,
    { field: 'ifUnmodifiedSince', updatedAt: changed.toISOString() },
  );
}

/** The error of a condition that does not hold. */
export function preconditionFailed(message: string, details: { field?: string; updatedAt?: string } = {}): AppError {
  return new AppError('PRECONDITION_FAILED', message, [{ message, ...details }]);
}

/** The time of a change. It is later than the former one, so that every two states differ in `updatedAt`. */
export function timeOfChange(now: Date, former: Date | string): Date {
  return new Date(Math.max(now.getTime(), new Date(former).getTime() + 1));
}

import { type ErrorDetail, validationFailed } from '../errors/errors.js';
import { lastMomentOf } from '../iso-time.js';

/**
 * Reads `from` and `to`. A date stands for its whole UTC day, and both ends are included.
 * @throws AppError VALIDATION_FAILED for a range that ends before it begins
 */
export function timeRange(from?: Date | null, to?: Date | null): { from: Date | null; to: Date | null } {
  const violations = timeRangeViolations(from, to);
  if (violations.length > 0) throw validationFailed(violations);
  return readRange(from, to);
}

/** The violations of a range, for `pageWindow`, which reports all violations of a list together. */
export function timeRangeViolations(from?: Date | null, to?: Date | null): ErrorDetail[] {
  const range = readRange(from, to);
  const isReversed = range.from && range.to && range.from > range.to;
  return isReversed ? [{ field: 'from', rule: 'RANGE_REVERSED', message: 'from must not be after to.' }] : [];
}

function readRange(from?: Date | null, to?: Date | null): { from: Date | null; to: Date | null } {
  return { from: from ?? null, to: to ? lastMomentOf(to) : null };
}

import { type ErrorDetail, validationFailed } from '../errors/errors.js';
import { readIsoTime } from '../iso-time.js';

/**
 * Reads `from` and `to`: ISO 8601 times, or dates, which stand for the whole UTC day. Both ends are included.
 * @throws AppError VALIDATION_FAILED for an invalid time and for a range that ends before it begins
 */
export function timeRange(from?: string | null, to?: string | null): { from: Date | null; to: Date | null } {
  const violations = timeRangeViolations(from, to);
  if (violations.length > 0) throw validationFailed(violations);
  return readRange(from, to);
}

/** The violations of a range, for `pageWindow`, which reports all violations of a list together. */
export function timeRangeViolations(from?: string | null, to?: string | null): ErrorDetail[] {
  const range = readRange(from, to);
  const violations = Object.entries(range)
    .filter(([, time]) => time && Number.isNaN(time.getTime()))
    .map(([field]) => ({
      field,
      message: `${field} must be an ISO 8601 date or time, for example 2026-11-21 or 2026-11-21T09:30:00Z.`,
    }));
  const isReversed = range.from && range.to && range.from > range.to;
  return isReversed ? [{ field: 'from', rule: 'RANGE_REVERSED', message: 'from must not be after to.' }] : violations;
}

function readRange(from?: string | null, to?: string | null): { from: Date | null; to: Date | null } {
  return { from: from ? readTime(from, '00:00:00.000') : null, to: to ? readTime(to, '23:59:59.999') : null };
}

function readTime(text: string, timeOfDay: string): Date {
  return readIsoTime(text, timeOfDay) ?? new Date(Number.NaN);
}

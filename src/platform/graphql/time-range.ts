import { type ErrorDetail, validationFailed } from '../errors.js';
import { readIsoTime } from '../iso-time.js';

/**
 * Reads `from` and `to`: ISO 8601 times, or dates alone, which are whole UTC days, both ends included.
 * @throws AppError VALIDATION_FAILED for what is no time and for a range that ends before it begins
 */
export function timeRange(from?: string | null, to?: string | null): { from: Date | null; to: Date | null } {
  const violations = timeRangeViolations(from, to);
  if (violations.length > 0) throw validationFailed(violations);
  return readRange(from, to);
}

/** What is wrong with a range: for `pageWindow`, which tells all faults of a list together. */
export function timeRangeViolations(from?: string | null, to?: string | null): ErrorDetail[] {
  const range = readRange(from, to);
  const violations = Object.entries(range)
    .filter(([, time]) => time && Number.isNaN(time.getTime()))
    .map(([field]) => ({
      field,
      message: `${field} is an ISO date, as 2026-11-21, or a time with its zone, as 2026-11-21T09:30:00Z.`,
    }));
  const isTurned = range.from && range.to && range.from > range.to;
  return isTurned ? [{ field: 'from', message: 'from lies after to: swap them.' }] : violations;
}

function readRange(from?: string | null, to?: string | null): { from: Date | null; to: Date | null } {
  return { from: from ? readTime(from, '00:00:00.000') : null, to: to ? readTime(to, '23:59:59.999') : null };
}

function readTime(text: string, timeOfDay: string): Date {
  return readIsoTime(text, timeOfDay) ?? new Date(Number.NaN);
}

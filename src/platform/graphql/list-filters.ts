import type { ErrorDetail } from '../errors/errors.js';

/** Descriptions of the arguments `from` and `to` of lists. */
export const fromText = 'Only at or after this ISO 8601 time; a date stands for the start of its UTC day.';
export const toText = 'Only at or before this ISO 8601 time; a date stands for the end of its UTC day.';

/** The violation of a filter whose value is not one of those allowed; none if the filter is absent. */
export function oneOfViolations(
  field: string,
  value: string | null | undefined,
  allowed: readonly string[],
): ErrorDetail[] {
  return !value || allowed.includes(value)
    ? []
    : [{ field, message: `${field} must be one of: ${allowed.join(', ')}.` }];
}

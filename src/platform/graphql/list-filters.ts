import type { ErrorDetail } from '../errors/errors.js';

/** Descriptions of the arguments `from` and `to` of lists. */
export const fromText = 'Only at or after this ISO 8601 time; a date stands for the start of its UTC day.';
export const toText = 'Only at or before this ISO 8601 time; a date stands for the end of its UTC day.';

/** The description of `search`. @param fields what is searched */
export function searchText(fields: string): string {
  return `Text to search for, regardless of case. Searched fields: ${fields}.`;
}

/**
 * The condition that one of some texts contains a term, for lists that are short by their other conditions: each row is
 * compared.
 * @param at the number of the parameter with {@link containing}; null matches every row
 */
export function containsCondition(columns: readonly string[], at: number): string {
  return `($${at}::text is null or ${columns.map((column) => `${column} ilike $${at}`).join(' or ')})`;
}

/** The pattern of a text that contains a term; null without a term. */
export function containing(term: string | null | undefined): string | null {
  return term ? `%${term.replace(/[\\%_]/g, '\\$&')}%` : null;
}

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

import type { ErrorDetail } from '../errors/errors.js';
import { countryOfWorkspace, parsePhone, phoneRule } from '../phone-number.js';
import type { AnyRecord, RecordScope } from './record-definition.js';

/** Reads the country of a workspace at most once, when it is first needed. */
export type LazyCountry = () => Promise<string | null>;

export function lazyCountry({ sql, workspaceId }: Pick<RecordScope, 'sql' | 'workspaceId'>): LazyCountry {
  let country: Promise<string | null> | undefined;
  return () => {
    country ??= countryOfWorkspace(sql, workspaceId);
    return country;
  };
}

/**
 * Replaces the phone numbers among sent values with their E.164 form, in place. The country of the workspace is needed
 * only for numbers without a country code.
 * @returns a violation for each number that is ambiguous or none
 */
export async function readPhones(
  country: LazyCountry,
  record: AnyRecord,
  values: Record<string, unknown>,
): Promise<ErrorDetail[]> {
  const violations: ErrorDetail[] = [];
  for (const [field, text] of Object.entries(values)) {
    if (!record.fields[field]?.phone || typeof text !== 'string') continue;
    const number = parsePhone(text, null) ?? parsePhone(text, await country());
    if (number === null) violations.push({ field, rule: 'PHONE_INVALID', message: `${field} ${phoneRule}.` });
    else values[field] = number;
  }
  return violations;
}

/** That something will be removed. Dates are days in UTC, `2026-12-01`. */
export interface Deprecation {
  since: string;
  /** The first day on which it may be missing: at least twelve months after `since`. */
  sunset: string;
  /** A sentence: "Use `search`." */
  instead: string;
}

/**
 * Options of a field, an argument, a field of an input or an enum value that is deprecated: `@Field(() => Int, deprecated({ … }))`.
 * REST shows it too: the route or the parameter is deprecated, and answers have `Deprecation` and `Sunset`.
 * @throws RangeError for dates that are less than twelve months apart
 */
export function deprecated(deprecation: Deprecation): { deprecationReason: string } {
  return { deprecationReason: reasonOf(deprecation) };
}

/** The sentences that documents show. @throws RangeError */
export function reasonOf({ since, sunset, instead }: Deprecation): string {
  const [first, last] = [since, sunset].map(dayOf) as [Date, Date];
  first.setUTCFullYear(first.getUTCFullYear() + 1);
  if (last < first) throw new RangeError(`sunset must be at least twelve months after ${since}.`);
  return `Deprecated since ${since}, removed after ${sunset} at the earliest. ${instead}`;
}

/** What `reasonOf` wrote; null for no reason. @throws Error for another reason */
export function readDeprecation(reason: string | null | undefined): Deprecation | null {
  if (!reason) return null;
  const match = /^Deprecated since (\S+), removed after (\S+) at the earliest\. (.+)$/s.exec(reason);
  if (!match) throw new Error(`"${reason}" must be declared with deprecated({ since, sunset, instead }).`);
  const [, since = '', sunset = '', instead = ''] = match;
  return { since, sunset, instead };
}

/** @throws RangeError */
function dayOf(text: string): Date {
  const date = new Date(`${text}T00:00:00Z`);
  if (date.toJSON()?.slice(0, 10) !== text) throw new RangeError(`${text} must be a day such as 2026-12-01.`);
  return date;
}

/** Matches any value: what comes first among several, and times. */
export const any = Symbol('any');

/** Matches an object that has at least these fields. */
export class Including {
  constructor(readonly fields: Readonly<Record<string, unknown>>) {}
}

/** Whether a value is as expected: equal, but for `any` and `Including` at any depth. */
export function alike(value: unknown, wanted: unknown): boolean {
  if (wanted === any) return true;
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(wanted)) return false;
  const fields = wanted instanceof Including ? wanted.fields : (wanted as Record<string, unknown>);
  if (fields === wanted && Object.keys(value).length !== Object.keys(fields).length) return false;
  return Object.entries(fields).every(
    ([key, inner]) => Object.hasOwn(value, key) && alike((value as Record<string, unknown>)[key], inner),
  );
}

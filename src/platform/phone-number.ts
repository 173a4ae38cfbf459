/** What is accepted as a phone number; follows the name of the field. */
export const phoneRule =
  'must be a phone number with its country code: + or 00, then 7 to 15 digits, for example +34600000001';

const international = /^(?:\+|00)([1-9]\d{6,14})$/;

/**
 * A phone number in E.164, from one that is written with its country code behind + or 00; blanks, dashes, dots and
 * brackets in it are dropped. Null for anything else: without + or 00 the country is ambiguous, and so is
 * whether the 0 of `(0)` belongs to the number.
 */
export function parsePhone(text: string): string | null {
  if (/\(\s*0\s*\)/.test(text)) return null;
  const [, digits] = international.exec(text.replace(/[\s().\-\u2010-\u2015]/g, '')) ?? [];
  return digits === undefined ? null : `+${digits}`;
}

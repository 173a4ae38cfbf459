import { hasExpression } from '../../engine/expressions/index.js';

// 3GPP TS 23.038: the letters of one septet, and those that an escape makes two of.
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '\f^{}\\[~]|€';

const septets = new Map([
  ...[...basic].map((char) => [char, 1] as const),
  ...[...extended].map((char) => [char, 2] as const),
]);

export interface SmsSize {
  encoding: 'GSM-7' | 'UCS-2';
  /** How many messages of the network it takes, each of which is paid. */
  segments: number;
}

/** How a text travels: 160 septets alone or 153 each of several; with any other letter 70 and 67 units of UTF-16. */
export function smsSize(text: string): SmsSize {
  const chars = [...text];
  const isGsm = chars.every((char) => septets.has(char));
  const units = chars.map((char) => (isGsm ? (septets.get(char) as number) : char.length));
  const [alone, each] = isGsm ? [160, 153] : [70, 67];
  const total = units.reduce((sum, unit) => sum + unit, 0);
  const encoding = isGsm ? 'GSM-7' : 'UCS-2';
  return { encoding, segments: total <= alone ? 1 : countParts(units, each) };
}

/** The segments of a field as the author wrote it; 1 where only the run can tell. */
export function segmentsOf(text: unknown): number {
  return typeof text === 'string' && !hasExpression(text) ? smsSize(text).segments : 1;
}

// A letter of two units is never cut in two by a segment's end.
function countParts(units: readonly number[], each: number): number {
  let parts = 1;
  let used = 0;
  for (const unit of units) {
    if (used + unit > each) {
      parts += 1;
      used = 0;
    }
    used += unit;
  }
  return parts;
}

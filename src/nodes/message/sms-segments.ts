import { hasExpression } from '../../engine/expressions/index.js';

// 3GPP TS 23.038: the characters of one septet, and those of two because they need an escape.
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '\f^{}\\[~]|€';

const septets = new Map([
  ...[...basic].map((char) => [char, 1] as const),
  ...[...extended].map((char) => [char, 2] as const),
]);

export interface SmsSize {
  encoding: 'GSM-7' | 'UCS-2';
  /** The number of network messages, each of which is billed. */
  segments: number;
}

/** The size of a text: a single segment has 160 septets, each of several 153. With any other character 70 and 67 UTF-16 units. */
export function smsSize(text: string): SmsSize {
  const chars = [...text];
  const isGsm = chars.every((char) => septets.has(char));
  const units = chars.map((char) => (isGsm ? (septets.get(char) as number) : char.length));
  const [alone, each] = isGsm ? [160, 153] : [70, 67];
  const total = units.reduce((sum, unit) => sum + unit, 0);
  const encoding = isGsm ? 'GSM-7' : 'UCS-2';
  return { encoding, segments: total <= alone ? 1 : countParts(units, each) };
}

/** The number of segments of a field; 1 where it is known only at run time. */
export function segmentsOf(text: unknown): number {
  return typeof text === 'string' && !hasExpression(text) ? smsSize(text).segments : 1;
}

// A character of two units is never split between segments.
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

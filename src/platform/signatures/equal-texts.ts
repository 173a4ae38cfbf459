import { timingSafeEqual } from 'node:crypto';

/** Compares two texts in constant time. Only the length may be learned by measuring. */
export function equalTexts(expected: string, actual: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(actual)];
  return one.length === other.length && timingSafeEqual(one, other);
}

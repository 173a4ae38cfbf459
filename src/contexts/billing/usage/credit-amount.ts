/** Credits are counted in millionths, as integers: no rounding, ever. */
const microsInOne = 1_000_000n;
const decimal = /^([+-])?(\d{1,12})(?:\.(\d{1,6}))?$/;

/** `12500000n` as `12.500000`: how credits are written in every answer. */
export function creditText(micros: bigint | string): string {
  const amount = BigInt(micros);
  const size = amount < 0n ? -amount : amount;
  const fraction = String(size % microsInOne).padStart(6, '0');
  return `${amount < 0n ? '-' : ''}${size / microsInOne}.${fraction}`;
}

/** Reads `12`, `12.5` or `-0.000001`; null for anything else, more than six decimals and 10^12 credits among it. */
export function creditMicros(text: string): bigint | null {
  const [, sign, whole, fraction = ''] = decimal.exec(text) ?? [];
  if (whole === undefined) return null;
  const size = BigInt(whole) * microsInOne + BigInt(fraction.padEnd(6, '0'));
  return sign === '-' ? -size : size;
}

/** What so many units cost, rounded down to a millionth. @param quantity with at most six decimals */
export function priceOf(microsPerUnit: bigint, quantity: number): bigint {
  return (microsPerUnit * BigInt(Math.round(quantity * 1e6))) / microsInOne;
}

/** Credits are stored as integers of millionths, so that sums are exact. */
const microsInOne = 1_000_000n;
const decimal = /^([+-])?(\d{1,12})(?:\.(\d{1,6}))?$/;

/** Formats micro-credits as the API returns them: `12500000n` as `12.500000`. */
export function creditText(micros: bigint | string): string {
  const amount = BigInt(micros);
  const size = amount < 0n ? -amount : amount;
  const fraction = String(size % microsInOne).padStart(6, '0');
  return `${amount < 0n ? '-' : ''}${size / microsInOne}.${fraction}`;
}

/** Parses `12`, `12.5` or `-0.000001`; null for other texts, more than six decimals or 10^12 credits and more. */
export function creditMicros(text: string): bigint | null {
  const [, sign, whole, fraction = ''] = decimal.exec(text) ?? [];
  if (whole === undefined) return null;
  const size = BigInt(whole) * microsInOne + BigInt(fraction.padEnd(6, '0'));
  return sign === '-' ? -size : size;
}

/** The price of a quantity, rounded down to a millionth. @param quantity with at most six decimals */
export function priceOf(microsPerUnit: bigint, quantity: number): bigint {
  return (microsPerUnit * BigInt(Math.round(quantity * 1e6))) / microsInOne;
}

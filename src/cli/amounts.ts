/** A number with its noun: `1 row`, `2 rows`. @param many the plural; an s is added by default */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const units = ['kB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes for people: `999 bytes`, `31.4 MB`. A kB has 1,000 of them. */
export function sizeOf(bytes: number): string {
  if (bytes < 1_000) return countOf(bytes, 'byte');
  let [value, unit] = [bytes / 1_000, 0];
  // What would be rounded to 1000.0 has the next unit.
  for (; value >= 999.95 && unit < units.length - 1; unit++) value /= 1_000;
  return `${value.toFixed(1)} ${units[unit]}`;
}

/** Texts of a list, of which only the first are shown: `a, b and 2 more`. */
export function firstOf(texts: readonly string[], most: number): string {
  const more = texts.length - most;
  return more > 0 ? `${texts.slice(0, most).join(', ')} and ${more} more` : texts.join(', ');
}

/**
 * A value as JSON text that Postgres can store: it rejects NUL characters and lone surrogates, which JSON allows, so
 * these become U+FFFD. `undefined` becomes null.
 */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return suspect.test(text) ? (JSON.stringify(value, clean) ?? 'null') : text;
}

/** A value as it is read back after `storableJson`: the value itself if nothing changes. */
export function storedForm<T>(value: T): T {
  return staysAsIs(value) ? value : (JSON.parse(storableJson(value)) as T);
}

function staysAsIs(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000');
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || value === null) return value === null || typeof value === 'boolean';
  if (Array.isArray(value)) return value.every(staysAsIs);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.keys(value).every(
    (key) => staysAsIs(key) && key !== 'toJSON' && staysAsIs((value as Record<string, unknown>)[key]),
  );
}

const suspect = /\\u0000|\\ud[89a-f]/i;

function clean(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  if (keys.every((key) => cleanText(key) === key)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), inner]));
}

/** A text with U+FFFD for what Postgres rejects. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}

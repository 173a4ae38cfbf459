/**
 * A value as JSON text that Postgres stores: it refuses NUL characters and lone surrogates, which JSON allows, so
 * these become U+FFFD. `undefined` becomes null.
 */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return suspect.test(text) ? (JSON.stringify(value, clean) ?? 'null') : text;
}

const suspect = /\\u0000|\\ud[89a-f]/i;

function clean(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  if (keys.every((key) => cleanText(key) === key)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), inner]));
}

function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}

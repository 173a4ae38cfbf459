import { hash } from 'node:crypto';

/** The strong `ETag` of a text: it changes with every value. */
export function textTag(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
}

/** The same of data, whatever the order of their fields: that of JSON depends on where it was read. */
export function entityTag(data: unknown): string {
  return textTag(JSON.stringify(sorted(data)) ?? '');
}

/** Whether two values are the same JSON, whatever the order of fields. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

/** Compares `If-Match`: a weak tag never matches. */
export function matches(header: string, tag: string): boolean {
  return tagsOf(header).some((sent) => sent === '*' || sent === tag);
}

/** Compares `If-None-Match`: a weak tag matches like a strong one. */
export function noneMatches(header: string | undefined, tag: string): boolean {
  return header === undefined || !tagsOf(header.replace(/W\//g, '')).some((sent) => sent === '*' || sent === tag);
}

/** The tag of the same answer in a content coding: other bytes, so another strong tag. */
export function tagOfCoding(tag: string, coding: string): string {
  return tag.startsWith('"') ? `${tag.slice(0, -1)}-${coding}"` : tag;
}

/** The tags of a header, without the coding in which the client received the answer. */
function tagsOf(header: string): string[] {
  return header.split(',').map((one) => one.trim().replace(/-(gzip|br)"$/, '"'));
}

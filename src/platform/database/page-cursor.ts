import { createHash } from 'node:crypto';

/** A position in a list: behind one of its rows. */
export interface PagePosition {
  /** The value by which the row is sorted, as Postgres' text. */
  value: string | null;
  id: string;
  /** The total that was counted when the reading began; null if it was not requested. */
  total: number | null;
  /** Identifies the list, its sort order and its filters. */
  list: string;
}

/** A position as text for clients, who do not read it. */
export function writeCursor({ value, id, total, list }: PagePosition): string {
  const text = JSON.stringify([value, id, total, list]);
  return Buffer.from(`${digest(text)}${text}`).toString('base64url');
}

/** The position of a cursor; null if this server did not write the text. */
export function readCursor(cursor: string): PagePosition | null {
  if (cursor.length > longest || !/^[\w-]+$/.test(cursor)) return null;
  const decoded = Buffer.from(cursor, 'base64url').toString();
  const text = decoded.slice(digestLength);
  // Finds cursors that were cut off or altered. Those that were forged are refused by Postgres at worst.
  if (digest(text) !== decoded.slice(0, digestLength)) return null;
  const [value, id, total, list] = JSON.parse(text) as [string | null, string, number | null, string];
  return { value, id, total, list };
}

/** The `list` of the positions in a list. @param facts its name, owner, sort order and filters */
export function identifyList(facts: readonly unknown[]): string {
  return digest(JSON.stringify(facts));
}

/** In characters. The longest text by which a list is sorted has a few thousand. */
const longest = 16 * 1024;
const digestLength = 16;

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, digestLength);
}

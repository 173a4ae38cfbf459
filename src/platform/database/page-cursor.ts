import { hash } from 'node:crypto';
import { z } from 'zod';
import { readSignedWords, signWords } from '../signed-text.js';

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

/** The words of a cursor, in their order. */
const Words = z
  .tuple([z.string().nullable(), z.string().min(1), z.string().regex(/^\d+$/).nullable(), z.string().length(16)])
  .transform(([value, id, total, list]) => ({ value, id, total: total === null ? null : Number(total), list }))
  .refine(({ total }) => total === null || total <= 2_147_483_647);

/** A position as text for clients, who do not read it. @param key the server's own, which all its processes have */
export function writeCursor(key: string, { value, id, total, list }: PagePosition): string {
  return signWords(key, purpose, [value, id, total === null ? null : String(total), list]);
}

/** The position of a cursor; null if no process of this server wrote the text. */
export function readCursor(key: string, cursor: string): PagePosition | null {
  const words = couldBeCursor(cursor) ? readSignedWords(key, purpose, cursor) : null;
  return words && (Words.safeParse(words).data ?? null);
}

/** False for texts that no server wrote, whatever its key. */
export function couldBeCursor(text: string): boolean {
  return text.length <= longest && /^[\w-]+\.[\w-]{43}$/.test(text);
}

/** The `list` of the positions in a list. @param facts its name, owner, sort order and filters */
export function identifyList(facts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(facts), 'base64url').slice(0, 16);
}

const purpose = 'list cursor';
/** In characters. The longest text by which a list is sorted has a few thousand. */
const longest = 16 * 1024;

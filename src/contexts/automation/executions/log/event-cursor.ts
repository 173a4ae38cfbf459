import { validationFailed } from '../../../../platform/errors/errors.js';

/** A position in the event log: the transaction, the row in it, and which of the row's changes. */
export interface Cursor {
  tx: bigint;
  id: bigint;
  index: number;
}

/** Greater than the index of any change of a row. */
export const endOfRow = 2_147_483_647;

export const beginning: Cursor = { tx: 0n, id: 0n, index: endOfRow };

export function formatCursor({ tx, id, index }: Cursor): string {
  return `${tx}.${id}.${index}`;
}

/** @throws AppError VALIDATION_FAILED if the text is not a cursor */
export function parseCursor(text: string): Cursor {
  const [, tx, id, index] = /^(\d{1,20})\.(\d{1,19})\.(\d{1,10})$/.exec(text) ?? [];
  const cursor = tx && id && index ? { tx: BigInt(tx), id: BigInt(id), index: Number(index) } : null;
  if (!cursor || cursor.tx >= 2n ** 63n || cursor.id >= 2n ** 63n) {
    throw validationFailed([
      { field: 'after', message: 'after must be the unchanged cursor of an event that was received before.' },
    ]);
  }
  return cursor;
}

/** True if `a` comes after `b`. */
export function isAfter(a: Cursor, b: Cursor): boolean {
  if (a.tx !== b.tx) return a.tx > b.tx;
  if (a.id !== b.id) return a.id > b.id;
  return a.index > b.index;
}

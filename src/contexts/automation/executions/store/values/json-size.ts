import { LargeValue } from '../../../../../engine/index.js';

/** Approximate bytes of a value as JSON. */
export interface JsonSize {
  /** Without the large values in it. More than the allowed bytes where counting stopped; infinite if too deep. */
  own: number;
  /** Of the large values in it. */
  parts: number;
  composite: boolean;
}

/** The sizes of long lists, so that one that a value contains many times is walked once. */
interface Measuring extends JsonSize {
  lists: Map<readonly unknown[], { own: number; parts: number; depth: number }>;
}

/** Entries of a list whose size is kept. */
const longList = 1_000;

/**
 * Maximum nesting of lists and objects: far below the depth at which writing JSON exhausts the stack, here and in
 * Postgres.
 */
const deepest = 200;
/** A reference in place of a large value. */
const referenceBytes = 150;

/**
 * Measures a value. Stops counting above `most`, so that a value which contains the same object a million times costs no
 * more than one that is just too large.
 */
export function measureJson(value: unknown, most = Number.MAX_SAFE_INTEGER): JsonSize {
  const size: Measuring = { own: 0, parts: 0, composite: false, lists: new Map() };
  add(value, size, most, 0);
  const { own, parts, composite } = size;
  return { own, parts, composite };
}

function add(value: unknown, size: Measuring, most: number, depth: number): void {
  if (typeof value === 'string') size.own += Buffer.byteLength(value) + 2;
  else if (typeof value !== 'object' || value === null) size.own += 5;
  else if (value instanceof LargeValue) {
    size.own += referenceBytes;
    size.parts += value.size;
    size.composite = true;
  } else if (depth >= deepest) size.own = Number.POSITIVE_INFINITY;
  else if (Array.isArray(value)) addList(value, size, most, depth);
  else {
    size.own += 2;
    for (const [key, inner] of Object.entries(value)) {
      if (size.own > most) return;
      size.own += key.length + 4;
      add(inner, size, most, depth + 1);
    }
  }
}

function addList(list: readonly unknown[], size: Measuring, most: number, depth: number): void {
  const known = size.lists.get(list);
  // Deeper down, what it contains may be too deep.
  if (known && depth <= known.depth) {
    size.own += known.own;
    size.parts += known.parts;
    return;
  }
  const { own, parts } = size;
  size.own += 2;
  for (const item of list) {
    if (size.own > most) return;
    size.own += 1;
    add(item, size, most, depth + 1);
  }
  if (list.length >= longList) size.lists.set(list, { own: size.own - own, parts: size.parts - parts, depth });
}

/** Characters of the beginning of a value that is not shown in full. */
export const previewCharacters = 128 * 1024;

/** The beginning of a value's JSON, whatever its size or depth. Large values in it are omitted. */
export function beginningOf(value: unknown, characters = previewCharacters): string {
  let text = '';
  const write = (inner: unknown, depth: number): void => {
    if (text.length >= characters) return;
    if (typeof inner === 'string') text += JSON.stringify(inner.slice(0, characters));
    else if (typeof inner !== 'object' || inner === null) text += JSON.stringify(inner) ?? 'null';
    else if (depth >= deepest || inner instanceof LargeValue) text += '…';
    else if (Array.isArray(inner)) writeAll('[', inner.entries(), ']', depth);
    else writeAll('{', Object.entries(inner), '}', depth);
  };
  const writeAll = (open: string, entries: Iterable<[string | number, unknown]>, close: string, depth: number) => {
    text += open;
    let first = true;
    for (const [key, inner] of entries) {
      if (text.length >= characters) return;
      if (!first) text += ',';
      first = false;
      if (typeof key === 'string') text += `${JSON.stringify(key)}:`;
      write(inner, depth + 1);
    }
    text += close;
  };
  write(value, 0);
  return text.slice(0, characters);
}

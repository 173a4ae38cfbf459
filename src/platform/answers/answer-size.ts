/** A position in an answer, as in the `path` of a GraphQL error. */
export type AnswerPath = (string | number)[];

/**
 * Counts the bytes of an answer as JSON, including names.
 * @returns the number of bytes; or, as soon as it exceeds `most`, the position that exceeded it
 */
export function sizeOfAnswer(answer: unknown, most: number): { bytes: number } | { over: AnswerPath } {
  const counting = new Counting(most);
  return counting.fits(answer) ? { bytes: most - counting.left } : { over: counting.path };
}

class Counting {
  /** The position that exceeded the limit, innermost part first. */
  readonly path: AnswerPath = [];

  constructor(public left: number) {}

  /** False from the value on that exceeds the limit. */
  fits(value: unknown): boolean {
    if (typeof value === 'string') this.left -= sizeOfText(value);
    else if (typeof value !== 'object' || value === null) this.left -= 5;
    else if (Array.isArray(value)) return this.#fitsList(value);
    else if (value instanceof Date) this.left -= 26;
    else return this.#fitsObject(value as Record<string, unknown>);
    return this.left >= 0;
  }

  #fitsList(list: readonly unknown[]): boolean {
    this.left -= 2 + list.length;
    for (let index = 0; index < list.length; index++) {
      if (!this.fits(list[index])) return this.#overAt(index);
    }
    return this.left >= 0;
  }

  #fitsObject(object: Record<string, unknown>): boolean {
    this.left -= 2;
    for (const name in object) {
      this.left -= name.length + 4;
      if (!this.fits(object[name])) return this.#overAt(name);
    }
    return this.left >= 0;
  }

  #overAt(place: string | number): false {
    this.path.unshift(place);
    return false;
  }
}

/** Longer texts are counted by a method that is slower to start, but faster for each character. */
const shortText = 64;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them.
const escaped = /["\\\u0000-\u001f]/;

function sizeOfText(text: string): number {
  if (text.length > shortText)
    return escaped.test(text) ? Buffer.byteLength(JSON.stringify(text)) : Buffer.byteLength(text) + 2;
  let bytes = 2;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20) bytes += 6;
    else if (code < 0x80) bytes += code === 0x22 || code === 0x5c ? 2 : 1;
    // A surrogate takes half of the four bytes of its pair, rounded up.
    else bytes += code < 0x800 ? 2 : 3;
  }
  return bytes;
}

/** A place in an answer, as GraphQL writes it. */
export type AnswerPath = (string | number)[];

/**
 * Counts an answer's bytes as JSON, names and all.
 * @returns how many there are; or, as soon as there are more than `most`, the place where that was
 */
export function sizeOfAnswer(answer: unknown, most: number): { bytes: number } | { over: AnswerPath } {
  const counting = new Counting(most);
  return counting.fits(answer) ? { bytes: most - counting.left } : { over: counting.path };
}

class Counting {
  /** Filled where it was over, from the inside out. */
  readonly path: AnswerPath = [];

  constructor(public left: number) {}

  /** False from the value on with which it was over. */
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

/** Longer texts are counted by what is slow to begin, and then fast. */
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
    // Half of a pair takes half of four bytes, rounded up.
    else bytes += code < 0x800 ? 2 : 3;
  }
  return bytes;
}

/*
 * A JSON value as fragments that are each parsed quickly. Together they describe the value as it is written: a list or an
 * object that is too large for one fragment begins, gets its entries by several fragments, and ends.
 */
export type Fragment =
  /** A JSON list, whose entries are appended to the list in progress. */
  | readonly ['entries', string]
  /** A JSON object, whose fields are added to the object in progress. */
  | readonly ['fields', string]
  /** A long text as it is, not as JSON. */
  | readonly ['text', string]
  /** The key of the next value in the object in progress. */
  | readonly ['key', string]
  | readonly ['list']
  | readonly ['object']
  | readonly ['end'];

/** Characters of one fragment, before characters are escaped, which makes six of one at worst. */
const fragmentSize = 32 * 1024;
/** Levels of lists and objects, as in the bodies of requests. */
export const deepestJson = 200;
/** Values in one document: lists, objects and what they contain. Each needs up to 64 bytes in memory. */
export const mostJsonValues = 1_000_000;

/** JSON that is valid, but more than is read. */
export class JsonLimitError extends SyntaxError {}

/**
 * Splits a value that JSON.parse returned.
 * @throws JsonLimitError for a value that is nested too deeply, or consists of too many values
 */
export function splitJson(root: unknown): Fragment[] {
  const large = new Set<unknown>();
  let count = 0;
  const measure = (value: unknown, depth: number): number => {
    count += 1;
    if (count > mostJsonValues)
      throw new JsonLimitError(
        `JSON must have at most ${mostJsonValues} values: lists, objects and what they contain.`,
      );
    if (typeof value === 'string') return value.length + 2;
    if (typeof value !== 'object' || value === null) return 8;
    if (depth >= deepestJson) throw new JsonLimitError(`JSON must be nested at most ${deepestJson} levels deep.`);
    let size = 2;
    if (Array.isArray(value)) for (const item of value) size += 1 + measure(item, depth + 1);
    else for (const key of Object.keys(value)) size += key.length + 4 + measure(Reflect.get(value, key), depth + 1);
    if (size > fragmentSize) large.add(value);
    return size;
  };
  measure(root, 0);
  const writer = new FragmentWriter((value) => large.has(value));
  writer.entries([root]);
  return writer.fragments;
}

class FragmentWriter {
  readonly fragments: Fragment[] = [];

  constructor(readonly isLarge: (value: unknown) => boolean) {}

  entries(list: readonly unknown[]): void {
    let batch: unknown[] = [];
    let size = 0;
    const flush = () => {
      if (batch.length > 0) this.fragments.push(['entries', JSON.stringify(batch)]);
      batch = [];
      size = 0;
    };
    for (const item of list) {
      if (this.#isAlone(item)) {
        flush();
        this.#alone(item);
        continue;
      }
      batch.push(item);
      size += sizeOf(item);
      if (size > fragmentSize) flush();
    }
    flush();
  }

  #fields(object: object): void {
    let batch: [string, unknown][] = [];
    let size = 0;
    const flush = () => {
      // Keeps a key `__proto__` as a key.
      if (batch.length > 0) this.fragments.push(['fields', JSON.stringify(Object.fromEntries(batch))]);
      batch = [];
      size = 0;
    };
    for (const [key, value] of Object.entries(object)) {
      if (this.#isAlone(value) || key.length > fragmentSize) {
        flush();
        this.fragments.push(['key', key]);
        this.#alone(value);
        continue;
      }
      batch.push([key, value]);
      size += key.length + sizeOf(value);
      if (size > fragmentSize) flush();
    }
    flush();
  }

  #isAlone(value: unknown): boolean {
    return typeof value === 'string' ? value.length > fragmentSize : this.isLarge(value);
  }

  #alone(value: unknown): void {
    if (typeof value === 'string') {
      this.fragments.push(['text', value]);
    } else if (!this.isLarge(value)) {
      this.fragments.push(['entries', JSON.stringify([value])]);
    } else if (Array.isArray(value)) {
      this.fragments.push(['list']);
      this.entries(value);
      this.fragments.push(['end']);
    } else {
      this.fragments.push(['object']);
      this.#fields(value as object);
      this.fragments.push(['end']);
    }
  }
}

/** The size of a value that fits into a fragment. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 2;
  if (Array.isArray(value)) for (const item of value) size += 1 + sizeOf(item);
  else for (const key of Object.keys(value)) size += key.length + 4 + sizeOf(Reflect.get(value, key));
  return size;
}

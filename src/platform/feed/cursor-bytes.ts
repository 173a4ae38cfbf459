import type { Snapshot } from './snapshot.js';

/** The first byte of a cursor: what it was made for. */
export const cursorKinds = { execution: 1, feed: 2, snapshot: 3, change: 4 } as const;

/** The largest numbers accepted; a snapshot lists at most the connections that a Postgres can have. */
const most = { integer: 2_147_483_647, open: 20_000, id: 2n ** 63n };
/** Characters of a cursor: transactions that are open together have IDs close to each other. */
const longestCursor = 100_000;

/** Thrown for bytes that were not written by a {@link CursorWriter}. */
export class InvalidCursor extends Error {}

/** Writes numbers compactly: seven bits in each byte, so that small ones take one. */
export class CursorWriter {
  readonly #bytes: number[];

  constructor(bytes: readonly number[] = []) {
    this.#bytes = [...bytes];
  }

  /** Writes a number that is not negative. */
  number(value: number | bigint): this {
    let rest = BigInt(value);
    for (; rest >= 0x80n; rest >>= 7n) this.#bytes.push(Number(rest & 0x7fn) | 0x80);
    this.#bytes.push(Number(rest));
    return this;
  }

  uuid(value: string): this {
    this.#bytes.push(...Buffer.from(value.replaceAll('-', ''), 'hex'));
    return this;
  }

  /** Open transactions are written as distances, from the last one down. */
  snapshot({ xmax, xip }: Snapshot): this {
    this.number(xmax).number(xip.length);
    let above = xmax;
    for (const id of xip.toReversed()) {
      this.number(above - id);
      above = id;
    }
    return this;
  }

  get bytes(): readonly number[] {
    return this.#bytes;
  }

  toString(): string {
    return Buffer.from(this.#bytes).toString('base64url');
  }
}

/** Reads what a {@link CursorWriter} wrote. @throws InvalidCursor */
export class CursorReader {
  readonly #bytes: Buffer;
  #at = 0;

  /** @throws InvalidCursor for a text that is too long */
  constructor(text: string) {
    if (text.length > longestCursor) throw new InvalidCursor();
    this.#bytes = /^[A-Za-z0-9_-]+$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0);
  }

  bigint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 64n; shift += 7n) {
      const byte = this.#next();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new InvalidCursor();
  }

  /** @param atMost the largest number that is accepted */
  number(atMost: number = most.integer): number {
    const value = this.bigint();
    if (value > BigInt(atMost)) throw new InvalidCursor();
    return Number(value);
  }

  /** The ID of a transaction. */
  id(): bigint {
    const id = this.bigint();
    if (id >= most.id) throw new InvalidCursor();
    return id;
  }

  snapshot(): Snapshot {
    const xmax = this.id();
    const xip: bigint[] = [];
    let above = xmax;
    for (let left = this.number(most.open); left > 0; left--) {
      const distance = this.bigint();
      if (distance === 0n || distance > above) throw new InvalidCursor();
      above -= distance;
      xip.push(above);
    }
    return { xmax, xip: xip.reverse() };
  }

  uuid(): string {
    const hex = Array.from({ length: 16 }, () => this.#next().toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  /** To be called at the end. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw new InvalidCursor();
  }

  #next(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new InvalidCursor();
    return byte;
  }
}

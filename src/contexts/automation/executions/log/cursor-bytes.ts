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

  constructor(text: string) {
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

  /** @param most the largest number that is accepted */
  number(most: number): number {
    const value = this.bigint();
    if (value > BigInt(most)) throw new InvalidCursor();
    return Number(value);
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

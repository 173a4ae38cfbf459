import { createHash, hash } from 'node:crypto';

/** How many rows a table has, and a hash of them. */
export interface RowsSummary {
  rows: number;
  sha256: string;
}

/**
 * A hash of rows that does not depend on their order, which a restored table does not keep: the SHA-256 of each row, read as
 * eight numbers of 32 bits, is added to those of the others; the result is the SHA-256 of the sums.
 */
export class RowsDigest {
  #rows = 0;
  // Sums wrap around.
  readonly #sums = new Uint32Array(8);

  add(row: Buffer): void {
    this.#rows++;
    const digest = hash('sha256', row, 'buffer');
    for (let i = 0; i < 8; i++) this.#sums[i] = (this.#sums[i] as number) + digest.readUInt32BE(i * 4);
  }

  get summary(): RowsSummary {
    const sums = Buffer.alloc(32);
    for (const [i, sum] of this.#sums.entries()) sums.writeUInt32BE(sum, i * 4);
    return { rows: this.#rows, sha256: createHash('sha256').update(sums).digest('hex') };
  }
}

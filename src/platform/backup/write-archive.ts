import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import {
  type FrameType,
  frameTypes,
  headBytes,
  mostFrameBytes,
  type Sequence,
  type TableStart,
} from './archive-format.js';
import type { RowsSummary } from './rows-digest.js';

/** Bytes of rows that are collected into a frame. */
const blockBytes = 64 * 1024;

/** Writes an archive from its beginning to its end, in constant memory. */
export class ArchiveWriter {
  readonly #compressed = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  readonly #hash = createHash('sha256');
  readonly #written: Promise<void>;
  #block = Buffer.allocUnsafe(blockBytes);
  #used = 0;

  /** @param target the path of a file that must not exist, and that only its owner can read; or a stream */
  constructor(target: string | Writable) {
    const stream =
      typeof target === 'string' ? createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }) : target;
    this.#written = pipeline(this.#compressed, stream);
    // Whoever writes or ends meets the error.
    this.#written.catch(() => undefined);
  }

  async header(header: object): Promise<void> {
    await this.#json(frameTypes.header, header);
  }

  async table(table: TableStart): Promise<void> {
    await this.#json(frameTypes.table, table);
  }

  /** Copies the bytes of a row. @returns a promise if the caller must wait */
  row(row: Buffer): Promise<void> | undefined {
    if (row.length > blockBytes - this.#used) {
      const flushed = this.#flush();
      if (row.length > blockBytes) return this.#large(Buffer.from(row));
      row.copy(this.#block);
      this.#used = row.length;
      return flushed;
    }
    row.copy(this.#block, this.#used);
    this.#used += row.length;
    return undefined;
  }

  async tableEnd(summary: RowsSummary): Promise<void> {
    await this.#flush();
    await this.#json(frameTypes.tableEnd, summary);
  }

  /** Resolves when the archive is complete, and on disk if it is a file. */
  async end(sequences: readonly Sequence[]): Promise<void> {
    const sha256 = this.#hash.copy().digest('hex');
    await this.#json(frameTypes.end, { sequences, sha256 });
    this.#compressed.end();
    await this.#written;
  }

  /** Gives up; the archive is incomplete. */
  async abort(): Promise<void> {
    this.#compressed.destroy();
    await this.#written.catch(() => undefined);
  }

  #flush(): Promise<void> | undefined {
    if (this.#used === 0) return undefined;
    const block = this.#block.subarray(0, this.#used);
    this.#block = Buffer.allocUnsafe(blockBytes);
    this.#used = 0;
    return this.#frame(frameTypes.rows, block);
  }

  /** In one step, because the next row must not come in between. */
  #large(row: Buffer): Promise<void> | undefined {
    let wait: Promise<void> | undefined;
    for (let from = 0; from < row.length; from += mostFrameBytes) {
      wait = this.#frame(frameTypes.rows, row.subarray(from, from + mostFrameBytes)) ?? wait;
    }
    return wait;
  }

  async #json(type: FrameType, value: object): Promise<void> {
    await this.#frame(type, Buffer.from(JSON.stringify(value)));
  }

  #frame(type: FrameType, payload: Buffer): Promise<void> | undefined {
    const head = Buffer.alloc(headBytes);
    head.write(type, 'latin1');
    head.writeUInt32BE(payload.length, 1);
    this.#hash.update(head).update(payload);
    this.#compressed.write(head);
    return this.#compressed.write(payload) ? undefined : this.#drained();
  }

  async #drained(): Promise<void> {
    await Promise.race([once(this.#compressed, 'drain'), this.#written]);
  }
}

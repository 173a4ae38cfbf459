import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import {
  End,
  type Frame,
  type FrameType,
  frameTypes,
  type Header,
  headBytes,
  mostFrameBytes,
  NotABackup,
  parseHeader,
  parsePayload,
  type Sequence,
  TableEnd,
  TableStart,
} from './archive-format.js';
import type { RowsSummary } from './rows-digest.js';

/** What reads an archive is called with, in the order of the file. */
export interface ArchiveVisitor {
  header?(header: Header): Promise<void> | void;
  /** @param rows the table's rows, which need not be read to their end; @param end what it should have had */
  table?(table: TableStart, rows: AsyncIterable<Buffer>, end: () => RowsSummary): Promise<void>;
  end?(sequences: readonly Sequence[]): Promise<void> | void;
}

/** Bytes of the file that are decompressed at once. */
const pieceBytes = 256 * 1024;

/**
 * Reads a backup file from its beginning to its end, in constant memory.
 * @throws Error naming the file if it is damaged, incomplete or no backup; what was visited before must be undone
 */
export async function readArchive(path: string, visitor: ArchiveVisitor): Promise<void> {
  const frames = new Frames(path);
  try {
    const header = parseHeader(await frames.expect(frameTypes.header));
    await visitor.header?.(header);
    let frame = await frames.next();
    for (; frame.type === frameTypes.table; frame = await frames.next()) await visitTable(frames, frame, visitor);
    if (frame.type !== frameTypes.end) throw new NotABackup('its parts are not in order');
    const { sequences, sha256 } = parsePayload(End, frame.payload);
    if (sha256 !== frames.sha256BeforeLast) throw new NotABackup('its contents do not match their SHA-256');
    await visitor.end?.(sequences);
  } catch (error) {
    if (!(error instanceof NotABackup)) throw error;
    throw new Error(`${path} is damaged, incomplete or not a backup: ${error.message}.`, { cause: error });
  } finally {
    frames.close();
  }
}

async function visitTable(frames: Frames, start: Frame, visitor: ArchiveVisitor): Promise<void> {
  let end: RowsSummary | undefined;
  async function* rows() {
    for (let frame = await frames.next(); ; frame = await frames.next()) {
      if (frame.type === frameTypes.rows) yield frame.payload;
      else if (frame.type !== frameTypes.tableEnd) throw new NotABackup('its parts are not in order');
      else {
        end = parsePayload(TableEnd, frame.payload);
        return;
      }
    }
  }
  const source = rows();
  const summary = () => end ?? { rows: -1, sha256: '' };
  await visitor.table?.(parsePayload(TableStart, start.payload), source, summary);
  for await (const _ of source);
}

/** The frames of a file, with a hash of what was read. */
class Frames {
  readonly #file;
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #unread: Buffer = Buffer.alloc(0);
  /** Of everything before the frame that was read last. */
  sha256BeforeLast = '';

  constructor(path: string) {
    this.#file = createReadStream(path, { highWaterMark: pieceBytes });
    // The reader of the pieces gets the errors.
    const pieces = pipeline(this.#file, createZstdDecompress(), () => undefined);
    this.#pieces = pieces[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async expect(type: FrameType): Promise<Buffer> {
    const frame = await this.next();
    if (frame.type !== type) throw new NotABackup('its parts are not in order');
    return frame.payload;
  }

  async next(): Promise<Frame> {
    const head = await this.#take(headBytes);
    const type = head.toString('latin1', 0, 1) as FrameType;
    const length = head.readUInt32BE(1);
    if (!Object.values(frameTypes).includes(type) || length > mostFrameBytes)
      throw new NotABackup('a part of it cannot be read');
    if (type === frameTypes.end) this.sha256BeforeLast = this.#hash.copy().digest('hex');
    const payload = await this.#take(length);
    this.#hash.update(head).update(payload);
    return { type, payload };
  }

  close(): void {
    this.#file.destroy();
  }

  async #take(length: number): Promise<Buffer> {
    const parts = [this.#unread];
    let have = this.#unread.length;
    while (have < length) {
      const piece = await this.#piece();
      parts.push(piece);
      have += piece.length;
    }
    const all = parts.length === 1 ? this.#unread : Buffer.concat(parts);
    this.#unread = all.subarray(length);
    return all.subarray(0, length);
  }

  async #piece(): Promise<Buffer> {
    const piece = await this.#pieces.next().catch((error: NodeJS.ErrnoException) => {
      // Errors of the file system name the file themselves; those of zlib begin with Z.
      if (error.code?.startsWith('E') && error.syscall) throw error;
      throw new NotABackup('it cannot be decompressed', { cause: error });
    });
    if (piece.done) throw new NotABackup('its end is missing');
    return piece.value;
  }
}

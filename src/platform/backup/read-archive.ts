import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { StorageError } from '../object-storage/index.js';
import {
  type ArchiveKind,
  Damaged,
  End,
  type Frame,
  type FrameType,
  frameTypes,
  headBytes,
  mostFrameBytes,
  parseHeader,
  parsePayload,
  type Sequence,
  TableEnd,
  TableStart,
} from './archive-format.js';
import type { RowsSummary } from './rows-digest.js';

/** What reads an archive is called with, in the order of the file. */
export interface ArchiveVisitor<H extends object> {
  header?(header: H): Promise<void> | void;
  /** @param rows the table's rows, which need not be read to their end; @param end what it should have had */
  table?(table: TableStart, rows: AsyncIterable<Buffer>, end: () => RowsSummary): Promise<void>;
  end?(sequences: readonly Sequence[]): Promise<void> | void;
}

/** An archive that can be read several times. */
export interface ArchiveSource {
  /** For messages. */
  name: string;
  open(): Readable;
}

/** An archive that is a file. */
export function fileSource(path: string): ArchiveSource {
  return { name: path, open: () => createReadStream(path, { highWaterMark: pieceBytes }) };
}

/** Bytes of the file that are decompressed at once. */
const pieceBytes = 256 * 1024;

/**
 * Reads an archive of a kind from its beginning to its end, in constant memory.
 * @param from a source, or the path of a file
 * @throws Error naming it if it is damaged, incomplete or of another kind; what was visited before must be undone
 */
export async function readArchive<H extends object>(
  from: ArchiveSource | string,
  kind: ArchiveKind<H>,
  visitor: ArchiveVisitor<H>,
): Promise<void> {
  const source = typeof from === 'string' ? fileSource(from) : from;
  const frames = new Frames(source);
  try {
    const header = parseHeader(kind, await frames.expect(frameTypes.header));
    await visitor.header?.(header);
    let frame = await frames.next();
    for (; frame.type === frameTypes.table; frame = await frames.next()) await visitTable(frames, frame, visitor);
    if (frame.type !== frameTypes.end) throw new Damaged('its parts are not in order');
    const { sequences, sha256 } = parsePayload(End, frame.payload);
    if (sha256 !== frames.sha256BeforeLast) throw new Damaged('its contents do not match their SHA-256');
    await visitor.end?.(sequences);
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    throw new Error(`${source.name} is damaged, incomplete or not a ${kind.called}: ${error.message}.`, {
      cause: error,
    });
  } finally {
    frames.close();
  }
}

async function visitTable(frames: Frames, start: Frame, visitor: Pick<ArchiveVisitor<object>, 'table'>): Promise<void> {
  let end: RowsSummary | undefined;
  async function* rows() {
    for (let frame = await frames.next(); ; frame = await frames.next()) {
      if (frame.type === frameTypes.rows) yield frame.payload;
      else if (frame.type !== frameTypes.tableEnd) throw new Damaged('its parts are not in order');
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
  readonly #file: Readable;
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #unread: Buffer = Buffer.alloc(0);
  /** Of everything before the frame that was read last. */
  sha256BeforeLast = '';

  constructor(readonly source: ArchiveSource) {
    this.#file = source.open();
    // The reader of the pieces gets the errors.
    const pieces = pipeline(this.#file, createZstdDecompress(), () => undefined);
    this.#pieces = pieces[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async expect(type: FrameType): Promise<Buffer> {
    const frame = await this.next();
    if (frame.type !== type) throw new Damaged('its parts are not in order');
    return frame.payload;
  }

  async next(): Promise<Frame> {
    const head = await this.#take(headBytes);
    const type = head.toString('latin1', 0, 1) as FrameType;
    const length = head.readUInt32BE(1);
    if (!Object.values(frameTypes).includes(type) || length > mostFrameBytes)
      throw new Damaged('a part of it cannot be read');
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
      if (error instanceof StorageError) throw error;
      // Those of zlib have no call.
      const { code, syscall } = error;
      const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
      if (syscall) throw new Error(`${this.source.name} ${reason}.`, { cause: error });
      throw new Damaged('it cannot be decompressed', { cause: error });
    });
    if (piece.done) throw new Damaged('its end is missing');
    return piece.value;
  }
}

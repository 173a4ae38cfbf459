import { validationFailed } from '../../../../platform/errors/errors.js';
import { CursorReader, CursorWriter, InvalidCursor } from './cursor-bytes.js';
import { type Batch, type EventNumber, endOfRow, type FeedPosition, rowAfter } from './event-position.js';
import type { Snapshot } from './snapshot.js';

/** An event's place in the log: in that of its execution by its number, and in the feed of its workspace. */
export interface Cursor {
  epoch: number;
  /** When it was written, in seconds since 1970. */
  at: number;
  place: bigint;
  executionId: string;
  number: EventNumber;
  /** The batch in which a feed delivered it; null if it was read from the log of its execution. */
  batch: Batch | null;
}

/** The first byte of a cursor. */
const kinds = { execution: 1, feed: 2 };

/** The largest numbers accepted; a snapshot lists at most the connections that a Postgres can have. */
const most = { integer: 2_147_483_647, open: 20_000, id: 2n ** 63n };
/** Characters of a cursor: transactions that are open together have IDs close to each other. */
const longestCursor = 100_000;

/** The opaque text of a cursor, which {@link parseCursor} reads. */
export function formatCursor({ epoch, at, place, executionId, number, batch }: Cursor): string {
  const writer = new CursorWriter(batch ? startOf(batch) : [kinds.execution]);
  const { fence, n, index } = number;
  writer.number(epoch).number(at).number(place).uuid(executionId).number(fence).number(n);
  return writer.number(index === endOfRow ? 0 : index + 1).toString();
}

const starts = new WeakMap<Batch, readonly number[]>();

/** The bytes with which all cursors of a batch begin. */
function startOf(batch: Batch): readonly number[] {
  const known = starts.get(batch);
  if (known) return known;
  const writer = new CursorWriter([kinds.feed]);
  writeSnapshot(writer, batch.since);
  writeSnapshot(writer, batch.until);
  starts.set(batch, writer.bytes);
  return writer.bytes;
}

/** @throws AppError VALIDATION_FAILED if the text is not a cursor */
export function parseCursor(text: string): Cursor {
  try {
    return readCursor(text);
  } catch (error) {
    if (!(error instanceof InvalidCursor)) throw error;
    throw validationFailed([
      { field: 'after', message: 'after must be the unchanged cursor of an event that was received before.' },
    ]);
  }
}

/**
 * The position in a feed behind the event of a cursor; events of its row up to its index are to be skipped. A cursor
 * without a batch stands for the events with later places, and those of transactions that are still open.
 * @param now a snapshot that was taken after the cursor was received
 */
export function positionOf({ place, executionId, number, batch }: Cursor, now: Snapshot): FeedPosition {
  const key = { place, executionId, fence: number.fence, n: number.n };
  const from = number.index === endOfRow ? rowAfter(key) : key;
  if (batch) return { since: batch.since, rest: { until: batch.until, from } };
  const xmax = [place, now.xmax].reduce((a, b) => (a < b ? a : b)) || 1n;
  return { since: { xmax, xip: now.xip.filter((id) => id < xmax) }, rest: { until: now, from } };
}

function readCursor(text: string): Cursor {
  if (text.length > longestCursor) throw new InvalidCursor();
  const reader = new CursorReader(text);
  const kind = reader.number(kinds.feed);
  if (kind === 0) throw new InvalidCursor();
  const batch = kind === kinds.feed ? { since: readSnapshot(reader), until: readSnapshot(reader) } : null;
  const [epoch, at] = [reader.number(most.integer), reader.number(Number.MAX_SAFE_INTEGER)];
  const [place, executionId] = [readId(reader), reader.uuid()];
  const [fence, n, index] = [reader.number(most.integer), reader.number(most.integer), reader.number(most.integer)];
  reader.end();
  return { epoch, at, place, executionId, number: { fence, n, index: index === 0 ? endOfRow : index - 1 }, batch };
}

/** Open transactions are written as distances, from the last one down. */
function writeSnapshot(writer: CursorWriter, { xmax, xip }: Snapshot): void {
  writer.number(xmax).number(xip.length);
  let above = xmax;
  for (const id of xip.toReversed()) {
    writer.number(above - id);
    above = id;
  }
}

function readSnapshot(reader: CursorReader): Snapshot {
  const xmax = readId(reader);
  const xip: bigint[] = [];
  let above = xmax;
  for (let left = reader.number(most.open); left > 0; left--) {
    const distance = reader.bigint();
    if (distance === 0n || distance > above) throw new InvalidCursor();
    above -= distance;
    xip.push(above);
  }
  return { xmax, xip: xip.reverse() };
}

function readId(reader: CursorReader): bigint {
  const id = reader.bigint();
  if (id >= most.id) throw new InvalidCursor();
  return id;
}

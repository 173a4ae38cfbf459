import { validationFailed } from '../../../../platform/errors/errors.js';
import {
  type Batch,
  CursorReader,
  CursorWriter,
  cursorKinds,
  InvalidCursor,
  readSnapshotCursor,
  type Snapshot,
  type SnapshotCursor,
} from '../../../../platform/feed/index.js';
import { beginning, type EventNumber, endOfRow, type FeedPosition, firstRow, rowAfter } from './event-position.js';

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

/** The opaque text of a cursor, which {@link parseCursor} reads. */
export function formatCursor({ epoch, at, place, executionId, number, batch }: Cursor): string {
  const writer = new CursorWriter(batch ? startOf(batch) : [cursorKinds.execution]);
  const { fence, n, index } = number;
  writer.number(epoch).number(at).number(place).uuid(executionId).number(fence).number(n);
  return writer.number(index === endOfRow ? 0 : index + 1).toString();
}

const starts = new WeakMap<Batch, readonly number[]>();

/** The bytes with which all cursors of a batch begin. */
function startOf(batch: Batch): readonly number[] {
  const known = starts.get(batch);
  if (known) return known;
  const writer = new CursorWriter([cursorKinds.feed]).snapshot(batch.since).snapshot(batch.until);
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
      {
        field: 'after',
        message:
          'after must be an unchanged cursor: of an event that was received before, of an execution or of the workspace.',
      },
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
  const reader = new CursorReader(text);
  const kind = reader.number();
  if (kind === cursorKinds.snapshot) return behindSnapshot(readSnapshotCursor(reader));
  if (kind !== cursorKinds.execution && kind !== cursorKinds.feed) throw new InvalidCursor();
  const batch = kind === cursorKinds.feed ? { since: reader.snapshot(), until: reader.snapshot() } : null;
  const [epoch, at] = [reader.number(), reader.number(Number.MAX_SAFE_INTEGER)];
  const [place, executionId] = [reader.id(), reader.uuid()];
  const [fence, n, index] = [reader.number(), reader.number(), reader.number()];
  reader.end();
  return { epoch, at, place, executionId, number: { fence, n, index: index === 0 ? endOfRow : index - 1 }, batch };
}

/** Nothing is between a snapshot and itself: reading goes on behind it. */
function behindSnapshot({ epoch, at, snapshot }: SnapshotCursor): Cursor {
  const { place, executionId } = firstRow;
  return { epoch, at, place, executionId, number: beginning, batch: { since: snapshot, until: snapshot } };
}

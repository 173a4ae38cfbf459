import { type CursorReader, CursorWriter, cursorKinds } from './cursor-bytes.js';
import type { Snapshot } from './snapshot.js';

/** The cursor of what was read in a snapshot: every log goes on behind it. */
export interface SnapshotCursor {
  epoch: number;
  /** When it was read, in seconds since 1970. */
  at: number;
  snapshot: Snapshot;
}

/** The opaque text of the cursor of a snapshot. */
export function formatSnapshotCursor({ epoch, at, snapshot }: SnapshotCursor): string {
  return new CursorWriter([cursorKinds.snapshot]).number(epoch).number(at).snapshot(snapshot).toString();
}

/** Reads what follows the first byte. @throws InvalidCursor */
export function readSnapshotCursor(reader: CursorReader): SnapshotCursor {
  const cursor = { epoch: reader.number(), at: reader.number(Number.MAX_SAFE_INTEGER), snapshot: reader.snapshot() };
  reader.end();
  return cursor;
}

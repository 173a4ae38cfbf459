import { validationFailed } from '../../../platform/errors/errors.js';
import {
  type Batch,
  behind,
  CursorReader,
  CursorWriter,
  cursorKinds,
  InvalidCursor,
  type Position,
  readSnapshotCursor,
} from '../../../platform/feed/index.js';
import { ChangedType } from './change.object.js';

/** The place of a change in a batch. */
export interface ChangeKey {
  tx: bigint;
  type: string;
  id: string;
}

const nil = '00000000-0000-0000-0000-000000000000';

/** Before every change. */
export const firstKey: ChangeKey = { tx: 0n, type: '', id: nil };

/** Behind every change of a transaction. */
export function behindTransaction(tx: bigint): ChangeKey {
  return { ...firstKey, tx: tx + 1n };
}

export type ChangePosition = Position<ChangeKey>;

/** A position in the feed of changes, and its age. */
export interface ChangeCursor {
  epoch: number;
  /** When the change was written, in seconds since 1970. */
  at: number;
  position: ChangePosition;
}

/** Types by their number in cursors: a type is only ever added at the end. */
const types = Object.keys(ChangedType);

/** The opaque text of the cursor of a change. */
export function formatCursor(epoch: number, at: number, { since, until }: Batch, { tx, type, id }: ChangeKey): string {
  const writer = new CursorWriter([cursorKinds.change]).number(epoch).number(at).snapshot(since).snapshot(until);
  return writer.number(tx).number(types.indexOf(type)).uuid(id).toString();
}

/**
 * Reads the cursor of a change or of the workspace.
 * @throws AppError VALIDATION_FAILED
 */
export function parseCursor(text: string): ChangeCursor {
  try {
    const reader = new CursorReader(text);
    const kind = reader.number();
    if (kind === cursorKinds.snapshot) {
      const { snapshot, ...age } = readSnapshotCursor(reader);
      return { ...age, position: behind(snapshot) };
    }
    if (kind !== cursorKinds.change) throw new InvalidCursor();
    const age = { epoch: reader.number(), at: reader.number(Number.MAX_SAFE_INTEGER) };
    const [since, until] = [reader.snapshot(), reader.snapshot()];
    const from = { tx: reader.id(), type: types[reader.number(types.length - 1)] as string, id: reader.uuid() };
    reader.end();
    return { ...age, position: { since, rest: { until, from } } };
  } catch (error) {
    if (!(error instanceof InvalidCursor)) throw error;
    const message =
      'after must be an unchanged cursor: of a change that was received before, or of the workspace (`Workspace.cursor`).';
    throw validationFailed([{ field: 'after', message }]);
  }
}

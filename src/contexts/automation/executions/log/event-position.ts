import type { Snapshot } from './snapshot.js';

/** An event among those of its execution: the row of the log by (fence, n), and which of the row's changes. */
export interface EventNumber {
  fence: number;
  n: number;
  index: number;
}

/** Greater than the index of any change of a row. */
export const endOfRow = 2_147_483_647;

/** Before the first event of an execution. */
export const beginning: EventNumber = { fence: 0, n: 0, index: -1 };

/** True if `a` comes after `b` in the log of their execution. */
export function isAfter(a: EventNumber, b: EventNumber): boolean {
  if (a.fence !== b.fence) return a.fence > b.fence;
  if (a.n !== b.n) return a.n > b.n;
  return a.index > b.index;
}

/** A row of the log in the order of a feed. */
export interface RowKey {
  place: bigint;
  executionId: string;
  fence: number;
  n: number;
}

/** Before every row of a batch. */
export const firstRow: RowKey = { place: 0n, executionId: '00000000-0000-0000-0000-000000000000', fence: 0, n: 0 };

/** The events between two snapshots: what `until` sees and `since` did not, in the order of their keys. */
export interface Batch {
  since: Snapshot;
  until: Snapshot;
}

/**
 * A position in the feed of a workspace or flow: everything that `since` sees has been read and, within a batch, what
 * `until` sees up to the row `from`, exclusively.
 */
export interface FeedPosition {
  since: Snapshot;
  rest: { until: Snapshot; from: RowKey } | null;
}

/** The position behind a batch. */
export function behind(until: Snapshot): FeedPosition {
  return { since: until, rest: null };
}

/** The key from which reading continues after a row. */
export function rowAfter(key: RowKey): RowKey {
  return { ...key, n: key.n + 1 };
}

import type { Snapshot } from './snapshot.js';

/** What was written between two snapshots: what `until` sees and `since` did not, in the order of its keys. */
export interface Batch {
  since: Snapshot;
  until: Snapshot;
}

/**
 * A position in the feed of a workspace: everything that `since` sees has been read and, within a batch, what `until` sees
 * up to the row `from`, exclusively.
 */
export interface Position<Key> {
  since: Snapshot;
  rest: { until: Snapshot; from: Key } | null;
}

/** The position behind a batch. */
export function behind(until: Snapshot): Position<never> {
  return { since: until, rest: null };
}

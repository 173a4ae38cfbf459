/**
 * What a reader of a workspace's log has seen: the events of all transactions below `xmax`, except those in `xip`, which
 * were still open. A transaction that commits later makes its events visible behind the position, however old it is, so
 * that nobody waits for it.
 */
export interface Snapshot {
  xmax: bigint;
  /** Ascending, all below `xmax`. */
  xip: readonly bigint[];
}

/** The snapshot before every event of the current epoch. */
export const emptySnapshot: Snapshot = { xmax: 1n, xip: [] };

/** Reads the text of Postgres' `pg_snapshot`: `xmin:xmax:xip,xip`. */
export function parseSnapshot(text: string): Snapshot {
  const [, xmax = '1', xip = ''] = text.split(':');
  return { xmax: BigInt(xmax), xip: xip === '' ? [] : xip.split(',').map(BigInt) };
}

/**
 * Reduces a snapshot to what matters for one workspace: nothing above its last event that the snapshot sees. So it never
 * counts a transaction as seen whose ID Postgres may assign again after a crash, as it does with those that wrote
 * nothing durable.
 * @param last the place of the last visible event behind `former`; null if there is none
 */
export function reduceSnapshot(raw: Snapshot, last: bigint | null, former: Snapshot = emptySnapshot): Snapshot {
  const xmax = last !== null && last >= former.xmax ? last + 1n : former.xmax;
  return { xmax, xip: raw.xip.filter((id) => id < xmax) };
}

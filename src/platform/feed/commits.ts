import type { WithCommit } from '../database/in-transaction.js';
import { statement } from '../database/statement.js';
import { parseSnapshot, type Snapshot } from './snapshot.js';
import { formatSnapshotCursor } from './snapshot-cursor.js';

// Its transaction is in no snapshot that it takes itself. Of no table but the one row with the epoch, so not typed.
const text = `/* commit_position */ select s::text as snapshot, pg_current_xact_id_if_assigned()::text as tx,
  floor(extract(epoch from now()))::float8 as at, l.epoch from pg_current_snapshot() s cross join event_log l`;

interface Commit {
  snapshot: string;
  /** Null if the transaction wrote nothing. */
  tx: string | null;
  /** In seconds since 1970. */
  at: number;
  epoch: number;
}

/**
 * The commits of an operation, from which its position in the feeds follows: behind all that it wrote, and behind what others
 * had committed before. Read with the commit itself: a position that is read afterwards would be behind later commits, too, of
 * which the operation has seen nothing.
 *
 * It costs 0.04 ms of Postgres and no round trip: a transaction took 1.2 instead of 1.1 ms on two busy cores.
 */
export class Commits implements WithCommit {
  readonly statement = statement(text, []);
  readonly #written: bigint[] = [];
  #last: Commit | null = null;

  committed(row: unknown): void {
    const commit = row as Commit;
    if (commit.tx === null) return;
    this.#written.push(BigInt(commit.tx));
    this.#last = commit;
  }

  /** The position behind all of them; null if nothing was written. */
  get cursor(): string | null {
    if (!this.#last) return null;
    const { snapshot, at, epoch } = this.#last;
    return formatSnapshotCursor({ at, epoch, snapshot: withTransactions(parseSnapshot(snapshot), this.#written) });
  }
}

/**
 * What a snapshot has seen, and these transactions. It ends behind the last of them, whose commit is durable: Postgres assigns
 * no ID below it again.
 */
export function withTransactions({ xmax, xip }: Snapshot, own: readonly bigint[]): Snapshot {
  const last = own.reduce((a, b) => (a > b ? a : b));
  const open = xip.filter((id) => id <= last);
  for (let id = xmax; id <= last; id++) open.push(id);
  return { xmax: last + 1n, xip: open.filter((id) => !own.includes(id)) };
}

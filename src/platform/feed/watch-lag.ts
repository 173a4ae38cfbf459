import type { Logger } from 'pino';
import type { Sql } from '../database/sql.js';
import { watched } from '../metrics/index.js';
import { type Repeated, repeat } from '../slots/repeat.js';
import { type OldestWriter, oldestWriter } from './oldest-writer.js';

const lagSeconds = watched(
  'event_log_lag_seconds',
  'Age of the oldest transaction of the cluster that has written and is still open. Events of other transactions are shown meanwhile; its own are not, and Postgres cannot clean up what was deleted since. All processes show the same: take the maximum.',
);

const late = 5;
const lookMs = 2_000;

export interface LagOptions {
  sql: Sql;
  log: Logger;
  /** Seconds after which a transaction is reported. Defaults to 5. */
  lateSeconds?: number;
}

// Of no table, so not typed.
const horizonText = `/* log_horizon */ select pg_snapshot_xmin(s)::text as oldest, pg_snapshot_xmin(s) < pg_snapshot_xmax(s) as "isOpen"
  from pg_current_snapshot() s`;

interface Horizon {
  /** The oldest transaction that may be open. */
  oldest: string;
  isOpen: boolean;
}

/** Watches the lag of the event log. */
export class LogLag {
  #seconds = 0;
  /** The oldest transaction at the last look, and since when it is known. */
  #known: { xid: string; since: number; isReported: boolean } | null = null;

  constructor(readonly options: LagOptions) {}

  /** The lag at the last look. */
  get seconds(): number {
    return this.#seconds;
  }

  /**
   * Reads the lag, and warns once of each transaction that is late, whether anybody waits for events or not. Only one that was
   * the oldest at the last look, too, is looked for among the locks, which takes more.
   */
  async look(): Promise<void> {
    const { sql, lateSeconds = late } = this.options;
    const { rows } = await sql.query<Horizon>({ name: 'log_horizon', text: horizonText });
    const { oldest, isOpen } = rows[0] as Horizon;
    this.#seconds = 0;
    if (!isOpen) this.#known = null;
    else if (this.#known?.xid !== oldest) this.#known = { xid: oldest, since: performance.now(), isReported: false };
    else {
      const writer = await oldestWriter(sql);
      // Its age is hidden if it is of another role: then it is as old as it is known.
      this.#seconds = writer?.seconds ?? (performance.now() - this.#known.since) / 1_000;
      if (this.#seconds <= lateSeconds || this.#known.isReported) return;
      this.#known.isReported = true;
      this.#warn(writer);
    }
  }

  /** @param writer null for a prepared transaction, which belongs to no process */
  #warn(writer: OldestWriter | null): void {
    const lagSeconds = Math.round(this.#seconds);
    const lags = `the event log lags by ${lagSeconds} s`;
    if (!writer) {
      this.options.log.warn({ lagSeconds }, `${lags}: a prepared transaction is open. End it, see pg_prepared_xacts`);
      return;
    }
    const { pid, application, database, role, state } = writer;
    this.options.log.warn(
      // `pid` and `role` of a line are those of this process.
      { blockingPid: pid, application, database, databaseRole: role, state, lagSeconds },
      `${lags}: the transaction of pid ${pid} (${application || 'no application name'}) is open. End it, or terminate it with select pg_terminate_backend(${pid})`,
    );
  }
}

/** Shows the lag of the event log as a metric, and warns of transactions that cause it. */
export function watchLag(options: LagOptions): Repeated {
  const lag = new LogLag(options);
  const unwatch = lagSeconds.watch(() => lag.seconds);
  const looking = repeat(
    lookMs,
    () => lag.look(),
    // The database is unavailable, which others report.
    () => undefined,
  );
  return {
    stop() {
      unwatch();
      return looking.stop();
    },
  };
}

import type { Logger } from 'pino';
import type { Sql } from '../database/database.js';
import { statement } from '../database/statement.js';
import { type QuotaState, quotaState } from './quota-state.js';

export interface SharedCounterOptions {
  sql: Sql;
  log: Logger;
  now: () => Date;
  /** Requests for each key and minute. */
  limit: number;
}

/** The counts of a key in the minute that ends at `endsAt`. */
interface Window {
  /** Milliseconds since 1970, the same in all processes. */
  endsAt: number;
  /** Counted by all processes, as of the last sync. */
  shared: number;
  /** Counted by this process since. */
  own: number;
  /** The part of `own` that is being written. */
  sent: number;
}

const minute = 60_000;
const syncAfterMs = 1_000;

// Counters of many keys at once, so not typed.
const syncSql = `/* sync_rate_limits */
  insert into rate_limits as kept (key, points, expire)
  select * from unnest($1::text[], $2::int[], $3::bigint[]) order by 1
  on conflict (key) do update set
    points = case
      when excluded.expire > kept.expire then excluded.points
      when excluded.expire = kept.expire then kept.points + excluded.points
      else kept.points
    end,
    expire = greatest(kept.expire, excluded.expire)
  returning key, points, expire::float8 as "endsAt"`;

/**
 * Counts requests by key and minute of the clock without a query for each: it counts in this process and syncs with the
 * others through the database about once a second, in one statement for all keys. Between two syncs, several processes
 * can exceed the limit slightly; a key that counts fast is synced sooner. If the database is unavailable, each process
 * enforces the limit by itself.
 */
export class SharedCounter {
  readonly limit: number;
  readonly windowSeconds = minute / 1_000;
  readonly #windows = new Map<string, Window>();
  readonly #options: SharedCounterOptions;
  #timer: NodeJS.Timeout | undefined;
  #syncing: Promise<void> | undefined;

  constructor(options: SharedCounterOptions) {
    this.limit = options.limit;
    this.#options = options;
  }

  /** Counts requests, or refuses all of them; refused requests are not counted. */
  take(key: string, requests = 1): QuotaState {
    const now = this.#options.now().getTime();
    const window = this.#windowOf(key, now);
    const counted = window.shared + window.own;
    if (counted + requests > this.limit) return quotaState(false, this, counted, window.endsAt - now);
    window.own += requests;
    this.#syncSoon(window.own - window.sent >= this.limit / 10);
    return quotaState(true, this, counted + requests, window.endsAt - now);
  }

  /** The refusal that `take` would return; null if it would allow the request. */
  refusal(key: string): QuotaState | null {
    const now = this.#options.now().getTime();
    const window = this.#windows.get(key);
    if (!window || window.endsAt <= now || window.shared + window.own < this.limit) return null;
    return quotaState(false, this, this.limit, window.endsAt - now);
  }

  /** Adds the counts of this process to the shared ones and reads those of the others. Never throws. */
  async sync(): Promise<void> {
    while (this.#syncing) await this.#syncing;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#syncing = this.#exchange().finally(() => {
      this.#syncing = undefined;
    });
    await this.#syncing;
  }

  /** Syncs a last time. */
  async close(): Promise<void> {
    await this.sync();
    clearTimeout(this.#timer);
  }

  #windowOf(key: string, now: number): Window {
    const endsAt = (Math.floor(now / minute) + 1) * minute;
    let window = this.#windows.get(key);
    if (window?.endsAt !== endsAt) {
      window = { endsAt, shared: 0, own: 0, sent: 0 };
      this.#windows.set(key, window);
    }
    return window;
  }

  #syncSoon(now: boolean): void {
    if (now && !this.#syncing) {
      void this.sync();
      return;
    }
    this.#timer ??= setTimeout(() => void this.sync(), syncAfterMs).unref();
  }

  async #exchange(): Promise<void> {
    const { sql, log, now } = this.#options;
    const at = now().getTime();
    for (const [key, window] of this.#windows) if (window.endsAt <= at) this.#windows.delete(key);
    const synced = [...this.#windows].filter(([, window]) => window.own > 0);
    if (synced.length === 0) return;
    for (const [, window] of synced) window.sent = window.own;
    try {
      const columns = [
        synced.map(([key]) => key),
        synced.map(([, { sent }]) => sent),
        synced.map(([, { endsAt }]) => endsAt),
      ];
      const { rows } = await sql.query<{ key: string; points: number; endsAt: number }>(statement(syncSql, columns));
      this.#merge(new Map(synced), rows);
    } catch (error) {
      // Kept for the next sync: after a lost answer they are counted twice, which is better than never.
      for (const [, window] of synced) window.sent = 0;
      log.warn({ err: error }, 'could not sync rate limits');
    }
  }

  #merge(synced: Map<string, Window>, rows: { key: string; points: number; endsAt: number }[]): void {
    for (const { key, points, endsAt } of rows) {
      const window = synced.get(key);
      if (window?.endsAt !== endsAt) continue;
      window.shared = points;
      window.own -= window.sent;
      window.sent = 0;
    }
  }
}

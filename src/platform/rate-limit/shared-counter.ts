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

/** What is known of a key in the minute that `endsAt` ends. */
interface Window {
  /** In milliseconds since 1970: the same in every process. */
  endsAt: number;
  /** Counted by all processes, as of the last settling. */
  shared: number;
  /** Counted here since. */
  own: number;
  /** Of `own`, on its way to the others. */
  sent: number;
}

const minute = 60_000;
const settleAfterMs = 1_000;

const settleSql = `/* settle_rate_limits */
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
 * Counts requests by key and minute of the clock without asking the database for each: it counts in this process and
 * settles with the others about once a second, in one statement for all keys. What several processes let through between
 * two settlings can pass the limit by a little; a key that counts fast is settled sooner. While the database is away each
 * process holds the limit by itself.
 */
export class SharedCounter {
  readonly limit: number;
  readonly #windows = new Map<string, Window>();
  readonly #options: SharedCounterOptions;
  #timer: NodeJS.Timeout | undefined;
  #settling: Promise<void> | undefined;

  constructor(options: SharedCounterOptions) {
    this.limit = options.limit;
    this.#options = options;
  }

  /** Counts requests that come together, or refuses them all: what is refused is not counted. */
  take(key: string, requests = 1): QuotaState {
    const now = this.#options.now().getTime();
    const window = this.#windowOf(key, now);
    const counted = window.shared + window.own;
    if (counted + requests > this.limit) return quotaState(false, this.limit, counted, window.endsAt - now);
    window.own += requests;
    this.#settleSoon(window.own - window.sent >= this.limit / 10);
    return quotaState(true, this.limit, counted + requests, window.endsAt - now);
  }

  /** The refusal that `take` would give; null where it would not. */
  refusal(key: string): QuotaState | null {
    const now = this.#options.now().getTime();
    const window = this.#windows.get(key);
    if (!window || window.endsAt <= now || window.shared + window.own < this.limit) return null;
    return quotaState(false, this.limit, this.limit, window.endsAt - now);
  }

  /** Tells the other processes what was counted here and learns what they counted. Never throws. */
  async settle(): Promise<void> {
    while (this.#settling) await this.#settling;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#settling = this.#exchange().finally(() => {
      this.#settling = undefined;
    });
    await this.#settling;
  }

  /** Settles a last time. */
  async close(): Promise<void> {
    await this.settle();
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

  #settleSoon(now: boolean): void {
    if (now && !this.#settling) {
      void this.settle();
      return;
    }
    this.#timer ??= setTimeout(() => void this.settle(), settleAfterMs).unref();
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
      const { rows } = await sql.query<{ key: string; points: number; endsAt: number }>(statement(settleSql, columns));
      this.#learn(new Map(synced), rows);
    } catch (error) {
      // Kept and told again: counting one twice is better than forgetting it.
      for (const [, window] of synced) window.sent = 0;
      log.warn({ err: error }, 'rate limits could not be settled');
    }
  }

  #learn(synced: Map<string, Window>, rows: { key: string; points: number; endsAt: number }[]): void {
    for (const { key, points, endsAt } of rows) {
      const window = synced.get(key);
      if (window?.endsAt !== endsAt) continue;
      window.shared = points;
      window.own -= window.sent;
      window.sent = 0;
    }
  }
}

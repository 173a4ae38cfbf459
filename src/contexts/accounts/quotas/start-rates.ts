import type { Logger } from 'pino';
import type { Sql } from '../../../platform/database/database.js';
import { typed } from '../../../platform/database/typed-sql.js';
import { defineService } from '../../../platform/define-service.js';
import { executionStartRates } from './quota.entity.js';

/** Books starts of executions, each for a minute divided by the limit. All processes share the bookings. */
export const startRates = defineService(
  'start rates',
  ({ db, log, now }) => new StartRates({ sql: db.pool, log, now }),
  (rates) => rates.close(),
);

interface StartRateOptions {
  sql: Sql;
  log: Logger;
  now: () => Date;
}

/** Times are milliseconds since 1970, durations milliseconds. */
interface Booked {
  /** Until when starts are booked, with those of this process. */
  until: number;
  /** The part of it that no other process knows. */
  own: number;
}

const minute = 60_000;
const syncAfterMs = 1_000;

// Counters of many workspaces in one statement.
const syncSql = `/* sync_start_rates */
  insert into execution_start_rates as r (workspace_id, booked_until)
  select w.id, $3::timestamptz + i.ms * interval '1 ms'
  from unnest($1::uuid[], $2::float8[]) i(workspace_id, ms) join workspaces w on w.id = i.workspace_id order by 1
  on conflict (workspace_id) do update
    set booked_until = greatest(r.booked_until, $3) + (excluded.booked_until - $3)
  returning workspace_id as "workspaceId", extract(epoch from booked_until)::float8 * 1000 as until`;

/**
 * Limits starts per minute without a statement for each: bookings are counted in this process and exchanged with the
 * others about once a second, in one statement for all workspaces that waits for no transaction of executions. Between
 * two exchanges, several processes can exceed the limit slightly. If the database is unavailable, each process limits by itself.
 */
export class StartRates {
  readonly #booked = new Map<string, Booked>();
  #timer: NodeJS.Timeout | undefined;
  #syncing: Promise<void> = Promise.resolve();

  constructor(readonly options: StartRateOptions) {}

  /** Books a start. @returns milliseconds until a minute has room for it: 0 for now */
  book(workspaceId: string, limit: number): number {
    const now = this.options.now().getTime();
    const booked = this.#of(workspaceId, now);
    const each = minute / limit;
    booked.until += each;
    booked.own += each;
    this.#syncSoon(booked.own >= minute / 10);
    return waitUntil(booked.until, now);
  }

  /** Books a start if a minute has room for it now. @returns milliseconds until it has; 0 if it was booked */
  take(workspaceId: string, limit: number): number {
    const now = this.options.now().getTime();
    const wait = waitUntil(this.#of(workspaceId, now).until + minute / limit, now);
    return wait > 0 ? wait : this.book(workspaceId, limit);
  }

  /** How many starts are booked for now and later, in all processes: with time they become fewer. */
  async booked(workspaceId: string, limit: number): Promise<number> {
    await this.sync();
    const booked = await typed(this.options.sql, 'booked_until', executionStartRates)
      .selectFrom('execution_start_rates')
      // Of a `Date`, the microseconds would be lost.
      .select(({ fn, val }) => fn<number>('date_part', [val('epoch'), 'bookedUntil']).as('until'))
      .where('workspaceId', '=', workspaceId)
      .executeTakeFirst();
    const left = (booked?.until ?? 0) * 1_000 - this.options.now().getTime();
    return Math.max(0, Math.ceil((left * limit) / minute - 0.001));
  }

  /** Adds the bookings of this process to the shared ones and reads those of the others. Never throws. */
  sync(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#syncing = this.#syncing.then(() => this.#exchange());
    return this.#syncing;
  }

  async close(): Promise<void> {
    await this.sync();
    clearTimeout(this.#timer);
  }

  #of(workspaceId: string, now: number): Booked {
    const booked = this.#booked.get(workspaceId) ?? { until: now, own: 0 };
    booked.until = Math.max(booked.until, now);
    this.#booked.set(workspaceId, booked);
    return booked;
  }

  #syncSoon(now: boolean): void {
    if (now && this.#timer !== undefined) void this.sync();
    else this.#timer ??= setTimeout(() => void this.sync(), syncAfterMs).unref();
  }

  async #exchange(): Promise<void> {
    const { sql, log, now } = this.options;
    const at = now();
    for (const [id, { until, own }] of this.#booked) if (own === 0 && until <= at.getTime()) this.#booked.delete(id);
    const sent = [...this.#booked].filter(([, { own }]) => own > 0).map(([id, { own }]) => ({ id, own }));
    if (sent.length === 0) return;
    try {
      const values = [sent.map(({ id }) => id), sent.map(({ own }) => own), at];
      const { rows } = await sql.query<{ workspaceId: string; until: number }>(syncSql, values);
      const shared = new Map(rows.map(({ workspaceId, until }) => [workspaceId, until]));
      for (const { id, own } of sent) {
        const booked = this.#booked.get(id);
        if (!booked) continue;
        booked.own -= own;
        // What was booked meanwhile comes on top.
        booked.until = Math.max(booked.until, (shared.get(id) ?? 0) + booked.own);
      }
    } catch (error) {
      log.warn({ err: error }, 'could not share the starts of executions; retrying');
    }
  }
}

/** A booking is for now if it ends within a minute. Less than a millisecond is a rounding error. */
function waitUntil(until: number, now: number): number {
  const wait = until - now - minute;
  return wait < 1 ? 0 : Math.ceil(wait);
}

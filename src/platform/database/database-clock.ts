import type pg from 'pg';
import type { Sql } from './sql.js';

/** One reading of the database's clock, beside that of this machine. */
export interface ClockReading {
  /** Milliseconds by which the database's clock is ahead, if it was read in the middle of the round trip. */
  offsetMs: number;
  /** Milliseconds by which that can be wrong at most. */
  errorMs: number;
  /** When it was taken, in milliseconds of a clock that is never set. */
  takenAt: number;
}

/** The last readings, of which the most accurate one counts. */
const readingsKept = 8;
/** Readings on one connection: a pause of the process or the network spoils one of them. */
const readingsAtOnce = 3;
/** Clocks that nothing synchronizes drift apart: by up to 100 milliseconds in 1,000 seconds. */
const driftPerMs = 1e-4;
/** Clocks of machines are read in whole milliseconds. */
const resolutionMs = 1;

/** The time at which a statement is carried out, in milliseconds since 1970. */
export const timeSql = '(extract(epoch from clock_timestamp()) * 1000)::float8';

/** By how much two clocks differ, estimated from readings as NTP does: by the one with the shortest round trip. */
export class ClockOffset {
  #readings: ClockReading[] = [];
  #best: ClockReading | null = null;

  /**
   * @returns true if the former readings say nothing any more: there were none, or they contradict this one, because one of the
   * clocks was set
   */
  add(reading: ClockReading): boolean {
    const { takenAt } = reading;
    const best = this.#best;
    const isFirst =
      !best || Math.abs(reading.offsetMs - best.offsetMs) > errorAt(reading, takenAt) + errorAt(best, takenAt);
    this.#readings = [...(isFirst ? [] : this.#readings), reading].slice(-readingsKept);
    this.#best = this.#readings.reduce((one, other) => (errorAt(other, takenAt) < errorAt(one, takenAt) ? other : one));
    return isFirst;
  }

  /** Milliseconds. 0 without readings, and where the clocks differ by no more than the estimate can be wrong. */
  get ms(): number {
    if (!this.#best || Math.abs(this.#best.offsetMs) <= this.#best.errorMs) return 0;
    return this.#best.offsetMs;
  }
}

/** How wrong a reading can be at a later time. */
function errorAt({ errorMs, takenAt }: ClockReading, at: number): number {
  return errorMs + (at - takenAt) * driftPerMs;
}

/**
 * The database's clock, as this process knows it: that of the machine, corrected by what readings of the database's have
 * shown. All processes of an installation have the same time by it, whatever the clocks of their machines say. The machine's
 * own time before the first reading.
 */
export class DatabaseClock {
  readonly #offset = new ClockOffset();
  #latestMs = 0;

  /** @param machineNow the clock of the machine, in milliseconds since 1970 */
  constructor(readonly machineNow: () => number = Date.now) {}

  /** Never earlier than at the last call, unless one of the clocks was set. */
  now(): Date {
    this.#latestMs = Math.max(this.#latestMs, this.machineNow() + this.#offset.ms);
    return new Date(this.#latestMs);
  }

  /** Milliseconds by which the database's clock is ahead of the machine's; 0 if they differ by no more than can be seen. */
  get offsetMs(): number {
    return this.#offset.ms;
  }

  /** Takes a reading. @param read sends one statement with `timeSql` and returns what it says */
  async measure(read: () => Promise<number>): Promise<void> {
    const machineMs = this.machineNow();
    const began = performance.now();
    const databaseMs = await read();
    const takenAt = performance.now();
    const halfMs = (takenAt - began) / 2;
    const offsetMs = databaseMs - machineMs - halfMs;
    if (this.#offset.add({ offsetMs, errorMs: halfMs + resolutionMs, takenAt })) this.#latestMs = 0;
  }
}

/** Reads the database's clock, so that `clock` shows its time. */
export async function readClock({ clock, pool }: { clock: DatabaseClock; pool: pg.Pool }): Promise<void> {
  const client = await pool.connect();
  try {
    for (let n = 0; n < readingsAtOnce; n++) await clock.measure(() => readTime(client));
  } finally {
    client.release();
  }
}

/** The database's time, for a command that writes a few rows. */
export async function databaseTime(sql: Sql): Promise<Date> {
  return new Date(await readTime(sql));
}

/** Not typed: a clock is of no table. */
async function readTime(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ at: number }>(`/* read_clock */ select ${timeSql} as at`);
  return (rows[0] as { at: number }).at;
}

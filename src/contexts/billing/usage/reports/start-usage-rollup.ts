import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../../../../platform/services.js';
import { sweepReservationsSql } from '../metering/reserve-credits.sql.js';
import { rollUpUsage } from './roll-up-usage.js';

export interface UsageRollup {
  /** Resolves when all writes are done. */
  stop(): Promise<void>;
}

export interface UsageRollupOptions {
  services: Pick<Services, 'db' | 'log'>;
  /** Further rollups for each round; each returns the number of rows it processed. */
  rollups?: readonly (() => Promise<number>)[];
}

/** Milliseconds between rounds, and between sweeps of stale reservations. */
const everyMs = { rollUp: 1_000, sweep: 15_000 };
/** Seconds after which a reservation is released: of an ended execution, and of an operation outside executions. */
const graceSeconds = { ended: 10, alone: 900 };

/** Rolls up deltas and releases stale reservations, in any number of processes. Results do not depend on when it runs. */
export function startUsageRollup({ services: { db, log }, rollups = [] }: UsageRollupOptions): UsageRollup {
  const stopping = new AbortController();
  let sweptAt = Number.NEGATIVE_INFINITY;

  async function round(): Promise<void> {
    for (const rollUp of [() => rollUpUsage(db), ...rollups]) while (!stopping.signal.aborted && (await rollUp()) > 0);
    if (performance.now() - sweptAt < everyMs.sweep) return;
    sweptAt = performance.now();
    await db.pool.query(sweepReservationsSql, [graceSeconds.ended, graceSeconds.alone]);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await round().catch((error: Error) => log.warn({ err: error }, 'could not roll up usage; retrying'));
      await delay(everyMs.rollUp, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

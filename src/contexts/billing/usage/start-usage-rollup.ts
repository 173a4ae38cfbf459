import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../../../platform/services.js';
import { sweepReservationsSql } from './reserve-credits.sql.js';
import { rollUpUsage } from './roll-up-usage.js';

export interface UsageRollup {
  /** Resolves when nothing is being written any more. */
  stop(): Promise<void>;
}

export interface UsageRollupOptions {
  services: Pick<Services, 'db' | 'log'>;
  /** More that is folded in each round; answers how much there was. */
  rollups?: readonly (() => Promise<number>)[];
}

/** Milliseconds between rounds, and between looks for what nobody will settle. */
const everyMs = { rollUp: 1_000, sweep: 15_000 };
/** Seconds after which a reservation is given back: of an ended run, and of an act outside runs. */
const graceSeconds = { ended: 10, alone: 900 };

/** Folds sums and gives back what was reserved in vain. Any number of processes may do so; nothing depends on when. */
export function startUsageRollup({ services: { db, log }, rollups = [] }: UsageRollupOptions): UsageRollup {
  const stopping = new AbortController();
  let sweptAt = Number.NEGATIVE_INFINITY;

  async function round(): Promise<void> {
    for (const rollUp of [() => rollUpUsage(db), ...rollups]) while (!stopping.signal.aborted && (await rollUp()) > 0);
    if (performance.now() - sweptAt < everyMs.sweep) return;
    sweptAt = performance.now();
    await db.pool.query(sweepReservationsSql, [graceSeconds.ended, graceSeconds.alone]);
  }

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      await round().catch((error: Error) => log.warn({ err: error }, 'the books could not be kept; trying again'));
      await delay(everyMs.rollUp, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const keeping = keep();
  return {
    async stop() {
      stopping.abort();
      await keeping;
    },
  };
}

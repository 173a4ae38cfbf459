import type { Sql } from '../database/database.js';
import { type Claimant, type ClaimTable, nextClaim } from './claims.js';
import { type Watch, type WatchOptions, watchDue } from './watch-due.js';

/** The worker in whose name work is claimed. */
export interface ClaimingWorker {
  listener: WatchOptions['listener'];
  /** The worker whose lease limits the claims. */
  workerId: string;
}

export interface ClaimOptions<Item> extends Omit<WatchOptions, 'fire' | 'nextDue'>, ClaimingWorker {
  sql: Sql;
  table: ClaimTable;
  /** Maximum number of concurrent items; a slow one does not block others while there are free places. */
  atOnce: number;
  /** Claims due items for this process. */
  claim(claimant: Claimant): Promise<Item[]>;
  idOf(item: Item): string;
  /** @param signal aborted when the process stops: the rest is claimed by another process later */
  work(item: Item, signal: AbortSignal): Promise<void>;
}

/** Milliseconds before a failed item is retried. */
const restMs = 30_000;

/**
 * Works on due items, a bounded number concurrently. Each item is claimed by one process for as long as its lease
 * lasts.
 */
export function watchClaims<Item>(options: ClaimOptions<Item>): Watch {
  const { sql, table, workerId, atOnce, claim, idOf, work, ...watching } = options;
  const { log, now, what } = watching;
  const active = new Map<string, Promise<void>>();
  /** Still claimed, so that no other process takes them, but not worked on. */
  const resting = new Map<string, NodeJS.Timeout>();
  const over = new AbortController();

  function begin(item: Item): void {
    const id = idOf(item);
    const done = work(item, over.signal)
      .catch((error: Error) => {
        if (over.signal.aborted) return;
        log.error({ err: error }, `${what}: an item failed; it will be retried`);
        rest(id);
      })
      .finally(() => {
        // It may have been claimed again already.
        if (active.get(id) === done) active.delete(id);
        // There is a free place, and the item may be due again.
        watch.wake();
      });
    active.set(id, done);
  }

  function rest(id: string): void {
    const awake = () => {
      resting.delete(id);
      watch.wake();
    };
    resting.set(id, setTimeout(awake, restMs));
  }

  const watch: Watch = watchDue({
    ...watching,
    async fire() {
      const limit = atOnce - active.size;
      if (limit <= 0) return 0;
      const drivenHere = [...active.keys(), ...resting.keys()];
      const items = await claim({ at: now(), limit, workerId, drivenHere });
      for (const item of items) begin(item);
      return items.length;
    },
    nextDue: () => nextClaim(sql, table, now()),
  });
  return {
    wake: watch.wake,
    async stop() {
      await watch.stop();
      over.abort();
      await Promise.all(active.values());
      for (const timer of resting.values()) clearTimeout(timer);
    },
  };
}

import { type Claimant, type ClaimTable, nextClaim } from './claims.js';
import type { Sql } from './database/database.js';
import { type Watch, type WatchOptions, watchDue } from './watch-due.js';

/** What a worker brings to those who claim work in its name. */
export interface ClaimingWorker {
  listener: WatchOptions['listener'];
  /** Whose lease the claims last as long as. */
  workerId: string;
}

export interface ClaimOptions<Item> extends Omit<WatchOptions, 'fire' | 'nextDue'>, ClaimingWorker {
  sql: Sql;
  table: ClaimTable;
  /** Items worked on side by side; one that takes long keeps no other waiting while there is room. */
  atOnce: number;
  /** Takes items that are due, for this process alone. */
  claim(claimant: Claimant): Promise<Item[]>;
  idOf(item: Item): string;
  /** @param signal aborted when the process stops: what is left then is claimed by another one later */
  work(item: Item, signal: AbortSignal): Promise<void>;
}

/** Milliseconds for which what went wrong is left alone. */
const restMs = 30_000;

/** Works on what is due, a bounded number side by side, each item claimed by one process for as long as that lives. */
export function watchClaims<Item>(options: ClaimOptions<Item>): Watch {
  const { sql, table, workerId, atOnce, claim, idOf, work, ...watching } = options;
  const { log, now, what } = watching;
  const active = new Map<string, Promise<void>>();
  /** Ours still, so that nobody takes them, but not worked on. */
  const resting = new Map<string, NodeJS.Timeout>();
  const over = new AbortController();

  function begin(item: Item): void {
    const id = idOf(item);
    const done = work(item, over.signal)
      .catch((error: Error) => {
        if (over.signal.aborted) return;
        log.error({ err: error }, `${what}: one was not done; it is tried again`);
        rest(id);
      })
      .finally(() => {
        // It may be claimed anew already.
        if (active.get(id) === done) active.delete(id);
        // There is room again, and what was done may be due again.
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

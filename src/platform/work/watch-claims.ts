import type { Sql } from '../database/database.js';
import { FairSlots, type WeightOf } from '../slots/fair-slots.js';
import { type Claimant, type ClaimTable, nextClaim } from './claims.js';
import { type Watch, type WatchOptions, watchDue } from './watch-due.js';

/** The worker in whose name work is claimed. */
export interface ClaimingWorker {
  listener: WatchOptions['listener'];
  /** The worker whose lease limits the claims. */
  workerId: string;
  /** The share of a workspace beside others. Defaults to 1 for each. */
  weightOf?: WeightOf;
}

export interface ClaimOptions<Item> extends Omit<WatchOptions, 'fire' | 'nextDue'>, ClaimingWorker {
  sql: Sql;
  /** Where the items are, or when the next of them is due, for those whose due time is not in their own row. */
  due: ClaimTable | ((at: Date) => Promise<number | null>);
  /**
   * Maximum number of concurrent items of one workspace; twice as many for all workspaces together, which share them
   * fairly: slow items of one do not block those of others.
   */
  atOnce: number;
  /** Claims due items for this process. */
  claim(claimant: Claimant): Promise<Item[]>;
  idOf(item: Item): string;
  workspaceOf(item: Item): string;
  /** @param signal aborted when the process stops: the rest is claimed by another process later */
  work(item: Item, signal: AbortSignal): Promise<void>;
}

/** Milliseconds before a failed item is retried. */
const restMs = 30_000;

/**
 * Works on due items, a bounded number concurrently, of each workspace a fair part. Each item is claimed by one process for as long as its lease
 * lasts.
 */
export function watchClaims<Item>(options: ClaimOptions<Item>): Watch {
  const { sql, due, workerId, atOnce, weightOf, claim, idOf, workspaceOf, work, ...watching } = options;
  const { log, now, what } = watching;
  const active = new Map<string, Promise<void>>();
  const slots = new FairSlots(atOnce, undefined, weightOf);
  /** Still claimed, so that no other process takes them, but not worked on. */
  const resting = new Map<string, NodeJS.Timeout>();
  const over = new AbortController();

  function begin(item: Item): void {
    const id = idOf(item);
    const slot = slots.of(workspaceOf(item));
    slot.tryTake();
    const done = work(item, over.signal)
      .catch((error: Error) => {
        if (over.signal.aborted) return;
        log.error({ err: error }, `${what}: an item failed; it will be retried`);
        rest(id);
      })
      .finally(() => {
        // It may have been claimed again already.
        if (active.get(id) === done) active.delete(id);
        slot.release();
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
      const withoutRoom = slots.owners.filter((workspaceId) => slots.room(workspaceId) === 0);
      // Of any one workspace no more than it has room for: they may all be its own.
      const rooms = slots.owners.map((workspaceId) => slots.room(workspaceId)).filter((room) => room > 0);
      const limit = Math.min(slots.room(''), ...rooms);
      if (limit <= 0) return 0;
      const drivenHere = [...active.keys(), ...resting.keys()];
      const items = await claim({ at: now(), limit, workerId, drivenHere, withoutRoom });
      for (const item of items) begin(item);
      return items.length;
    },
    nextDue: () => (typeof due === 'function' ? due(now()) : nextClaim(sql, due, now())),
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

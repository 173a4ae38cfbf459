import { type Watch, type WatchOptions, watchDue } from './watch-due.js';

export interface ClaimOptions<Item> extends Omit<WatchOptions, 'fire'> {
  /** Items worked on side by side; one that takes long keeps no other waiting while there is room. */
  atOnce: number;
  /** Takes items that are due, for this process alone. */
  claim(limit: number): Promise<Item[]>;
  /** @param signal aborted when the process stops: what is left then is claimed by another one later */
  work(item: Item, signal: AbortSignal): Promise<void>;
}

/** Works on what is due, a bounded number side by side, each item claimed by one process. */
export function watchClaims<Item>({ atOnce, claim, work, ...options }: ClaimOptions<Item>): Watch {
  const { log, what } = options;
  const active = new Set<Promise<void>>();
  const over = new AbortController();

  function begin(item: Item): void {
    const done = work(item, over.signal)
      .catch((error: Error) => {
        if (!over.signal.aborted) log.error({ err: error }, `${what}: one was not done; it is tried again`);
      })
      .finally(() => {
        active.delete(done);
        // There is room again, and what was done may be due again.
        watch.wake();
      });
    active.add(done);
  }

  const watch: Watch = watchDue({
    ...options,
    async fire() {
      const free = atOnce - active.size;
      if (free <= 0) return 0;
      const items = await claim(free);
      for (const item of items) begin(item);
      return items.length;
    },
  });
  return {
    wake: watch.wake,
    async stop() {
      await watch.stop();
      over.abort();
      await Promise.all(active);
    },
  };
}

import { wasThere } from '../../client/reached.js';

/** What the cache of queries reports, as far as it matters here. */
interface CacheEvent {
  type: string;
  query: object;
  action?: { type: string; manual?: unknown; meta?: unknown };
}

/** As many writes as a page can have answered before their events arrive. */
const most = 20;

/**
 * What the page wrote, and which queries were read afterwards: they show a write, and all that was there before it, so that
 * its event, which arrives later, is no reason to read them again.
 */
export class OwnWrites {
  #answered: readonly string[] = [];
  readonly #began = new WeakMap<object, readonly string[]>();
  readonly #read = new WeakMap<object, readonly string[]>();

  /** To be called with the cursor of a write when it was answered. */
  answered(cursor: string): void {
    this.#answered = [...this.#answered.slice(1 - most), cursor];
  }

  /** Notices which writes had been answered when a query began that succeeded. */
  follow(cache: { subscribe(listener: (event: CacheEvent) => void): unknown }): void {
    cache.subscribe(({ type, query, action }) => {
      if (type !== 'updated' || !action) return;
      if (action.type === 'fetch') {
        // Another page of a list leaves those that were read as they are.
        const isPage =
          (action.meta as { fetchMore?: { direction?: string } } | undefined)?.fetchMore?.direction !== undefined;
        this.#began.set(query, isPage ? (this.#read.get(query) ?? []) : this.#answered);
      }
      // What the page sets itself it has not read.
      if (action.type === 'success') this.#read.set(query, action.manual ? [] : (this.#began.get(query) ?? []));
    });
  }

  /** Whether a query was read after a write that was answered when all these changes were there. */
  haveShown(query: object, positions: readonly string[]): boolean {
    const writes = this.#read.get(query) ?? [];
    return positions.every((position) => writes.some((cursor) => wasThere(position, cursor)));
  }
}

/** The writes of this page. */
export const writes = new OwnWrites();

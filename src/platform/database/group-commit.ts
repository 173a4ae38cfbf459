import { isDatabaseAway } from '../errors/database-errors.js';
import { type Bound, bindTrace, inSpan } from '../tracing/tracing.js';

export interface GroupCommitOptions<Item> {
  maxItems?: number;
  /** Maximum number of concurrent batches. */
  atOnce?: number;
  /** The weight of an item; the total weight of a batch is at most `maxWeight`. A heavier item is sent alone. */
  weigh?: (item: Item) => number;
  maxWeight?: number;
}

/**
 * Lets many callers share one statement and one commit. While a batch is in progress, the next one collects items, so
 * that a single caller never waits and a hundred concurrent ones cost little more than one. A rejected batch is retried
 * item by item, so that one bad item does not fail the others; if the database is unavailable, all of them fail at
 * once.
 * @param flush writes a batch and returns one result for each item, in order
 */
export function groupCommit<Item, Result>(
  flush: (items: Item[]) => Promise<Result[]>,
  { maxItems = 100, atOnce = 2, weigh = () => 0, maxWeight = Number.POSITIVE_INFINITY }: GroupCommitOptions<Item> = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let flying = 0;

  function launch(): void {
    while (flying < atOnce && waiting.length > 0) {
      flying++;
      void settle(waiting.splice(0, batchSize())).finally(() => {
        flying--;
        launch();
      });
    }
  }

  function batchSize(): number {
    let size = 0;
    for (let weight = 0; size < waiting.length && size < maxItems; size++) {
      weight += (waiting[size] as Waiting<Item, Result>).weight;
      if (size > 0 && weight > maxWeight) break;
    }
    return size;
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      // In the span of the first, because the statement of a batch has only one.
      const { inTrace } = batch[0] as Waiting<Item, Result>;
      const results = await inTrace(() => flush(batch.map(({ item }) => item)));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length === 1 || isDatabaseAway(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await settle([one]);
    }
  }

  const commit = (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, weight: weigh(item), resolve, reject, inTrace: bindTrace() });
      // After the current event-loop tick: callers of the same tick share the batch.
      if (waiting.length === 1) setImmediate(launch);
    });
  return (item) => inSpan('db.group_commit', groupSpan, () => commit(item));
}

const groupSpan = { attributes: { 'db.system.name': 'postgresql' } };

interface Waiting<Item, Result> {
  item: Item;
  weight: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
  /** Runs work in the span of the caller. */
  inTrace: Bound;
}

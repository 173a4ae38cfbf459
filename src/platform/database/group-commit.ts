/**
 * Lets many callers share one statement and one commit. While a batch is on its way the next one gathers, so a lone
 * caller waits for nobody and a hundred at once cost little more than one. A batch that fails is tried again item by
 * item, so that one bad item takes no other with it.
 *
 * @param flush writes a batch and answers with one result for each item, in order
 */
export function groupCommit<Item, Result>(
  flush: (items: Item[]) => Promise<Result[]>,
  { maxItems = 100, atOnce = 2 }: { maxItems?: number; atOnce?: number } = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let flying = 0;

  function launch(): void {
    while (flying < atOnce && waiting.length > 0) {
      flying++;
      void settle(waiting.splice(0, maxItems)).finally(() => {
        flying--;
        launch();
      });
    }
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await flush(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const one of batch) await settle([one]);
    }
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // After the current turn: whoever asks in the same turn shares the batch.
      if (waiting.length === 1) setImmediate(launch);
    });
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Longer than any statement of the server. */
const heldMs = { least: 2_000, most: 15_000 };

/**
 * Transactions of other programs in the cluster, which have written something and are not committed for seconds: nothing
 * that comes after them is visible to those who read in the order of transactions.
 */
export function startIdleWriters(url: string, count: number, random: () => number): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  async function hold(): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    // The connection is lost with each restart of Postgres.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('begin');
      await client.query('select pg_current_xact_id()');
      await pause(heldMs.least + random() * (heldMs.most - heldMs.least));
      await client.query('commit');
    } catch {
      await pause(200);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  const writers = Array.from({ length: count }, async () => {
    while (!stopping.signal.aborted) await hold();
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(writers);
    },
  };
}

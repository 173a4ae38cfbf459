import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseAway } from './database-errors.js';

/**
 * Milliseconds for which a start waits for a database that does not answer, and for one that answers that it is starting:
 * recovery after a crash takes longer.
 */
const patienceMs = { away: 10_000, starting: 60_000 };
const betweenMs = 200;
/** SQLSTATE of a database that accepts no connections yet. */
const startingState = '57P03';

/**
 * Runs the first database access of a start, retrying while the database is unavailable: 10 seconds, and a minute while it
 * recovers. Servers and their database are often started together.
 * @param onWaiting called once, if the database is unavailable
 */
export async function awaitDatabase<T>(
  attempt: () => Promise<T>,
  onWaiting: () => void,
  signal?: AbortSignal | undefined,
): Promise<T> {
  const began = Date.now();
  for (let reported = false; ; reported = true) {
    try {
      return await attempt();
    } catch (error) {
      const isStarting = (error as { code?: string }).code === startingState;
      const deadline = began + (isStarting ? patienceMs.starting : patienceMs.away);
      if (!isDatabaseAway(error) || Date.now() > deadline || signal?.aborted) throw error;
    }
    if (!reported) onWaiting();
    await delay(betweenMs);
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseAway } from './database-errors.js';

/** Milliseconds for which a start waits, and between its tries. */
const patienceMs = 10_000;
const betweenMs = 200;

/**
 * What a start does first with the database: tried again while that is away, for 10 seconds. Servers and their database
 * are often started together, and a restart of the one must not keep the other from starting.
 * @param onWaiting told once, when there is something to wait for
 */
export async function awaitDatabase<T>(
  attempt: () => Promise<T>,
  onWaiting: () => void,
  signal?: AbortSignal | undefined,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (let reported = false; ; reported = true) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > deadline || signal?.aborted) throw error;
    }
    if (!reported) onWaiting();
    await delay(betweenMs);
  }
}

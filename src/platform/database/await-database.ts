import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseAway } from './database-errors.js';

/** Milliseconds for which a start waits, and between its attempts. */
const patienceMs = 10_000;
const betweenMs = 200;

/**
 * Runs the first database access of a start, retrying for 10 seconds while the database is unavailable. Servers and
 * their database are often started together.
 * @param onWaiting called once, if the database is unavailable
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

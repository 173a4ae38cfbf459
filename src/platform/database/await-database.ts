import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseAway } from '../errors/database-errors.js';

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
 * recovers, each counted from the first answer of its kind, not from the first attempt, which may have lasted longer.
 * Servers and their database are often started together.
 * @param onWaiting called once, if the database is unavailable
 */
export async function awaitDatabase<T>(
  attempt: () => Promise<T>,
  onWaiting: () => void,
  signal?: AbortSignal | undefined,
  now: () => number = () => performance.now(),
): Promise<T> {
  let waiting = null as { state: keyof typeof patienceMs; since: number } | null;
  for (; ; await delay(betweenMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDatabaseAway(error) || signal?.aborted) throw error;
      const state = (error as { code?: string }).code === startingState ? 'starting' : 'away';
      if (!waiting) onWaiting();
      if (waiting?.state !== state) waiting = { state, since: now() };
      if (now() - waiting.since > patienceMs[state]) throw error;
    }
  }
}

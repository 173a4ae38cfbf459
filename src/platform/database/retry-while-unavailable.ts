import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseAway } from '../errors/database-errors.js';

const retryMs = { first: 50, most: 1_000 };

/** Retries while the database is unavailable. Once `isOver` returns true, errors are thrown. */
export async function retryWhileUnavailable<T>(attempt: () => Promise<T>, isOver: () => boolean): Promise<T> {
  for (let pause = retryMs.first; ; pause = Math.min(pause * 2, retryMs.most)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDatabaseAway(error) || isOver()) throw error;
    }
    await delay(pause, undefined, { ref: false });
  }
}

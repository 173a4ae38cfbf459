import type { Logger } from 'pino';
import type { Listener } from '../database/listener.js';

/** Does due work when it is due, until it is stopped. */
export interface Watch {
  /** Checks for due work now, before the time until which it sleeps. */
  wake(): void;
  /** Resolves when no work is in progress. */
  stop(): Promise<void>;
}

export interface WatchOptions {
  listener: Listener;
  /** Notified when something else may be due next. Without it only `wake` and the time end a sleep. */
  channel?: string;
  log: Logger;
  now: () => Date;
  /** What is due, in the plural, for the log: "schedules". */
  what: string;
  /** Does due work. @returns how much there was; called again until it is 0 */
  fire(): Promise<number>;
  /** When the next work is due, in milliseconds since 1970; null if there is none. */
  nextDue(): Promise<number | null>;
}

/** Milliseconds until the next check: at least, at most, and after a failure. */
const sleepMs = { least: 100, most: 60_000, afterFailure: 1_000 };

/** Not the same for all watches: those that began together would need a connection each, every time. */
const longSleepMs = () => sleepMs.most * (0.8 + 0.2 * Math.random());

/** Sleeps until the next due time, or until it is woken. */
export function watchDue({ listener, channel, log, now, what, fire, nextDue }: WatchOptions): Watch {
  let stopping = false;
  let wake = Promise.withResolvers<void>();
  const stopListening = channel === undefined ? () => {} : listener.on(channel, () => wake.resolve());

  async function watch(): Promise<void> {
    while (!stopping) {
      const ms = await look().catch((error: Error) => {
        log.warn({ err: error }, `reading due ${what} failed; retrying`);
        return sleepMs.afterFailure;
      });
      if (stopping) return;
      const timer = setTimeout(() => wake.resolve(), ms);
      await wake.promise;
      clearTimeout(timer);
      wake = Promise.withResolvers<void>();
    }
  }

  /** @returns milliseconds to sleep */
  async function look(): Promise<number> {
    while (!stopping && (await fire()) > 0);
    const due = await nextDue();
    const mostMs = longSleepMs();
    return due === null ? mostMs : Math.min(Math.max(due - now().getTime(), sleepMs.least), mostMs);
  }

  const watching = watch();
  return {
    wake: () => wake.resolve(),
    async stop() {
      stopping = true;
      stopListening();
      wake.resolve();
      await watching;
    },
  };
}

import type { Logger } from 'pino';
import type { Listener } from './database/listener.js';

/** Something that does what is due, when it is due, until it is stopped. */
export interface Watch {
  /** Looks again, before the time that it sleeps until. */
  wake(): void;
  /** Resolves when nothing is being done any more. */
  stop(): Promise<void>;
}

export interface WatchOptions {
  listener: Listener;
  /** Notified where something else may be due next. */
  channel: string;
  log: Logger;
  now: () => Date;
  /** As in "schedules". */
  what: string;
  /** Does what is due. @returns how much that was; it is asked again until there is nothing */
  fire(): Promise<number>;
  /** When the next is due, in milliseconds since 1970; null where nothing is. */
  nextDue(): Promise<number | null>;
}

/** Milliseconds until the next look: at least, at most, and after a failure. */
const sleepMs = { least: 100, most: 60_000, afterFailure: 1_000 };

/** Sleeps until the next time there is, or until somebody says that there may be an earlier one. */
export function watchDue({ listener, channel, log, now, what, fire, nextDue }: WatchOptions): Watch {
  let stopping = false;
  let wake = Promise.withResolvers<void>();
  const stopListening = listener.on(channel, () => wake.resolve());

  async function watch(): Promise<void> {
    while (!stopping) {
      const ms = await look().catch((error: Error) => {
        log.warn({ err: error }, `${what} could not be looked at; trying again`);
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
    return due === null ? sleepMs.most : Math.min(Math.max(due - now().getTime(), sleepMs.least), sleepMs.most);
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

import type { Log } from '../platform/log.js';

/** Stops what was started, in the reverse order. */
export interface StopList {
  add(stop: () => void | Promise<void>): void;
  /** Stops everything once. Errors are logged, and the others are still stopped. */
  stop(): Promise<void>;
}

export function createStopList(log: Log): StopList {
  const stops: (() => void | Promise<void>)[] = [];
  return {
    add: (stop) => void stops.push(stop),
    async stop() {
      for (const stop of stops.splice(0).reverse()) {
        try {
          await stop();
        } catch (error) {
          log.error({ err: error }, 'a part of the server could not be stopped');
        }
      }
    },
  };
}

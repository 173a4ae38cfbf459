import type { Log } from '../platform/log.js';

/** What was started; it is stopped in the reverse order. */
export interface StopList {
  add(stop: () => void | Promise<void>): void;
  /** Stops everything, once. What fails is logged, and the others are stopped all the same. */
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
          log.error({ err: error }, 'stopping failed');
        }
      }
    },
  };
}

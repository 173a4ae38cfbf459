import type { Listener } from '../../platform/database/listener.js';
import type { Services } from '../../platform/services.js';
import { fireDueSchedules } from './fire-due-schedules.js';

export interface Scheduler {
  /** Resolves when nothing is being started any more. */
  stop(): Promise<void>;
}

export interface SchedulerOptions {
  services: Pick<Services, 'db' | 'now' | 'log'>;
  listener: Listener;
}

/** Milliseconds until the next look: at least, at most, and after a failure. */
const sleepMs = { least: 100, most: 60_000, afterFailure: 1_000 };

const nextText =
  '/* next_schedule */ select extract(epoch from min(due_at)) * 1000 as "dueMs" from flow_schedules where due_at is not null';

/** Starts scheduled flows when their time comes. It sleeps until the next time there is, or until a schedule changes. */
export function startScheduler({ services, listener }: SchedulerOptions): Scheduler {
  let stopping = false;
  let wake = Promise.withResolvers<void>();
  const stopListening = listener.on('flow_schedules', () => wake.resolve());

  async function watch(): Promise<void> {
    while (!stopping) {
      const ms = await look().catch((error: Error) => {
        services.log.warn({ err: error }, 'schedules could not be looked at; trying again');
        return sleepMs.afterFailure;
      });
      if (stopping) return;
      const timer = setTimeout(() => wake.resolve(), ms);
      await wake.promise;
      clearTimeout(timer);
      wake = Promise.withResolvers<void>();
    }
  }

  /** Fires what is due. @returns milliseconds to sleep */
  async function look(): Promise<number> {
    while (!stopping && (await fireDueSchedules(services)) > 0);
    const { rows } = await services.db.pool.query<{ dueMs: string | null }>(nextText);
    const dueMs = rows[0]?.dueMs;
    if (!dueMs) return sleepMs.most;
    return Math.min(Math.max(Number(dueMs) - services.now().getTime(), sleepMs.least), sleepMs.most);
  }

  const watching = watch();
  return {
    async stop() {
      stopping = true;
      stopListening();
      wake.resolve();
      await watching;
    },
  };
}

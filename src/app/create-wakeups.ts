import type { Config } from '../config/index.js';
import { createListener, type Listener, watchListening } from '../platform/database/listener.js';
import { Notifier, notifyByPostgres } from '../platform/database/notifier.js';
import type { Sql } from '../platform/database/sql.js';
import type { Log } from '../platform/log.js';
import { createRedisWakeups } from '../platform/wakeups/redis-wakeups.js';

/** How a process is woken by others, and wakes them. */
export interface Wakeups {
  listener: Listener;
  notifier: Notifier;
  /** Sends what is waiting. */
  close(): Promise<void>;
}

type Addresses = Pick<Config, 'databaseDirectUrl' | 'wakeupUrl'> & { databaseUrl: string };

/** By Redis if WAKEUP_URL is set, else by Postgres. Connects when it is first used. */
export async function createWakeups(
  { databaseUrl, databaseDirectUrl, wakeupUrl }: Addresses,
  sql: Sql,
  log: Log,
): Promise<Wakeups> {
  const redis = wakeupUrl === undefined ? null : await createRedisWakeups(wakeupUrl, log);
  const listener = redis ?? createListener(databaseDirectUrl ?? databaseUrl, log);
  const unwatch = watchListening(listener);
  const notifier = new Notifier({ sender: redis ?? notifyByPostgres(sql), listener, log });
  return {
    listener,
    notifier,
    async close() {
      unwatch();
      await notifier.close();
      await listener.close();
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { counter } from '../metrics/index.js';
import type { Listener } from './listener.js';
import { messageOf, type Notification, type NotificationSender, parseNotifications } from './notification.js';
import type { Sql } from './sql.js';

export interface NotifierOptions {
  sender: NotificationSender;
  listener: Pick<Listener, 'id' | 'wake'>;
  log: Logger;
  /** Resolves after some milliseconds; tests provide their own. */
  pause?: (ms: number) => Promise<unknown>;
}

/** Milliseconds between two messages of a process. */
export const notifyEveryMs = 15;

const lost = counter(
  'notifications_lost_total',
  'Notifications that could not be sent to other processes: these look by themselves, a little later.',
);

/** Sends notifications by Postgres. Not typed: they are of no table. */
export function notifyByPostgres(sql: Sql): NotificationSender {
  const text =
    '/* notify */ select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as n(channel, payload)';
  return {
    send: (all) =>
      sql.query({
        name: 'notify',
        text,
        values: [all.map(({ channel }) => channel), all.map(({ payload }) => payload)],
      }),
  };
}

/**
 * Notifies all processes that something was committed. In Postgres, commits that notify wait for one another in the whole
 * cluster, so no other statement does: the process notifies after its commits, the first time at once, and what follows
 * within milliseconds together. This process itself is woken immediately. A notification can be lost, with the process
 * or its connection: its listeners also look by themselves from time to time.
 */
export class Notifier {
  readonly #options: NotifierOptions;
  readonly #waiting = new Map<string, Notification>();
  #sending: Promise<void> | null = null;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** To be called after the commit. Never throws and never waits. @param payload the ID of what has changed */
  notify(channel: string, payload = ''): void {
    this.#notify([{ channel, payload }]);
  }

  /** Notifies of what statements returned in their column `notifies`, after their commit. */
  notifyAll(texts: readonly string[]): void {
    this.#notify(texts.flatMap(parseNotifications));
  }

  #notify(all: readonly Notification[]): void {
    for (const { channel, payload } of all) {
      this.#options.listener.wake(channel, payload);
      this.#waiting.set(`${channel}:${payload}`, { channel, payload });
    }
    this.#sending ??= this.#send();
  }

  /** Sends what is waiting. */
  async close(): Promise<void> {
    await this.#sending;
  }

  async #send(): Promise<void> {
    const { pause = (ms) => delay(ms, undefined, { ref: false }) } = this.#options;
    while (this.#waiting.size > 0) {
      const all = [...this.#waiting.values()];
      this.#waiting.clear();
      await Promise.all([this.#sendNow(all), pause(notifyEveryMs)]);
    }
    this.#sending = null;
  }

  async #sendNow(all: readonly Notification[]): Promise<void> {
    const { sender, listener, log } = this.#options;
    try {
      await sender.send(all.map(({ channel, payload }) => ({ channel, payload: messageOf(listener.id, payload) })));
    } catch (error) {
      lost.inc(all.length);
      log.debug({ err: error, channels: [...new Set(all.map(({ channel }) => channel))] }, 'notifications were lost');
    }
  }
}

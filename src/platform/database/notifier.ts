import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Listener } from './listener.js';
import type { Sql } from './sql.js';

export interface NotifierOptions {
  sql: Sql;
  listener: Pick<Listener, 'id' | 'wake'>;
  log: Logger;
  /** Resolves after some milliseconds; tests provide their own. */
  pause?: (ms: number) => Promise<unknown>;
}

/** Milliseconds between two statements. */
export const notifyEveryMs = 15;

/** The payload is the process, which ignores what it sent itself. */
const text = '/* notify */ select pg_notify(channel, $2) from unnest($1::text[]) as channel';

/**
 * Notifies all processes that something was committed. Commits that notify wait for one another in the whole cluster, so
 * hot statements do not: the process notifies after them, the first time at once, and what follows within milliseconds
 * together, in one statement. This process itself is woken immediately. A notification can be lost, with the process
 * or its connection: its listeners also look by themselves from time to time.
 */
export class Notifier {
  readonly #options: NotifierOptions;
  readonly #waiting = new Set<string>();
  #sending: Promise<void> | null = null;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** To be called after the commit. Never throws and never waits. */
  notify(channel: string): void {
    this.#options.listener.wake(channel);
    this.#waiting.add(channel);
    this.#sending ??= this.#send();
  }

  /** Sends what is waiting. */
  async close(): Promise<void> {
    await this.#sending;
  }

  async #send(): Promise<void> {
    const { pause = (ms) => delay(ms, undefined, { ref: false }) } = this.#options;
    while (this.#waiting.size > 0) {
      const channels = [...this.#waiting];
      this.#waiting.clear();
      await Promise.all([this.#sendNow(channels), pause(notifyEveryMs)]);
    }
    this.#sending = null;
  }

  async #sendNow(channels: string[]): Promise<void> {
    const { sql, listener, log } = this.#options;
    try {
      await sql.query({ name: 'notify', text, values: [channels, listener.id] });
    } catch (error) {
      log.debug({ err: error, channels }, 'a notification was lost');
    }
  }
}

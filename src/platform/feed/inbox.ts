import { setTimeout as delay } from 'node:timers/promises';

/** What is buffered for a slow subscriber; beyond that, it catches up from the log. */
const most = { events: 1_000, bytes: 16 * 1024 * 1024 };

/** What is buffered: an event, whose size is known. */
export interface Sized {
  bytes: number;
}

/** How events replace others that have not been read yet. */
export interface Coalescing<Event> {
  /** An event replaces the one with the same key. */
  keyOf(event: Event): unknown;
  /** Milliseconds between reads, in which events are gathered. */
  everyMs: number;
}

/** A bounded queue between a feed and one reader. */
export class Inbox<Event extends Sized> {
  readonly #events = new Map<unknown, Event>();
  readonly #coalescing: Coalescing<Event> | undefined;
  #closed = false;
  #bytes = 0;
  #overflowed = false;
  #wake: (() => void) | null = null;
  #stopWaiting: (() => void) | null = null;

  constructor(coalescing?: Coalescing<Event>) {
    this.#coalescing = coalescing;
  }

  get closed(): boolean {
    return this.#closed;
  }

  push(event: Event): void {
    if (this.#overflowed) return;
    const key = this.#coalescing ? this.#coalescing.keyOf(event) : event;
    // At the end, so that events are read in the order of their cursors.
    this.#take(key);
    this.#events.set(key, event);
    this.#bytes += event.bytes;
    if (this.#events.size > most.events || this.#bytes > most.bytes) this.overflow();
    else this.#wake?.();
  }

  /** Drops what it contains and ends the iteration. */
  overflow(): void {
    this.restart();
    this.#overflowed = true;
    this.#wake?.();
  }

  restart(): void {
    this.#overflowed = false;
    this.#events.clear();
    this.#bytes = 0;
  }

  close(): void {
    this.#closed = true;
    this.#stopWaiting?.();
    this.#wake?.();
  }

  /** The value of a promise; null if it is closed before. One at a time. */
  untilClosed<Value>(promise: Promise<Value>): Promise<Value | null> {
    return new Promise((resolve, reject) => {
      this.#stopWaiting = () => resolve(null);
      if (this.#closed) resolve(null);
      promise.then(resolve, reject).finally(() => {
        this.#stopWaiting = null;
      });
    });
  }

  /** Waits for the next event; null when it has overflowed or was closed. */
  async next(): Promise<Event | null> {
    while (!this.#closed && !this.#overflowed) {
      const [first] = this.#events.keys();
      const event = first === undefined ? undefined : this.#take(first);
      if (event) return event;
      if (this.#coalescing) await this.#pause(this.#coalescing.everyMs);
      if (this.#events.size === 0 && !this.#overflowed && !this.#closed) await this.#woken();
    }
    return null;
  }

  #take(key: unknown): Event | undefined {
    const event = this.#events.get(key);
    if (this.#events.delete(key)) this.#bytes -= event?.bytes ?? 0;
    return event;
  }

  /** Resolves when there is something to read, or never will be. */
  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = null;
        resolve();
      };
    });
  }

  async #pause(ms: number): Promise<void> {
    const ended = new AbortController();
    await this.untilClosed(delay(ms, undefined, { ref: false, signal: ended.signal }).catch(() => undefined));
    ended.abort();
  }
}

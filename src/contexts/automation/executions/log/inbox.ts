import type { PlacedEvent } from './place-events.js';

/** What is buffered for a slow subscriber; beyond that, it catches up from the log. */
const most = { events: 1_000, bytes: 16 * 1024 * 1024 };

/** A bounded queue between the feed and one reader. Iteration ends when it has overflowed or was closed. */
export class Inbox {
  /** Resolves when it is closed. */
  readonly whenClosed: Promise<null>;
  #closed = false;
  #events: PlacedEvent[] = [];
  #bytes = 0;
  #overflowed = false;
  #wake: (() => void) | null = null;
  readonly #close: (value: null) => void;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<null>();
    this.whenClosed = promise;
    this.#close = resolve;
  }

  get closed(): boolean {
    return this.#closed;
  }

  push(event: PlacedEvent): void {
    if (this.#overflowed) return;
    this.#events.push(event);
    this.#bytes += event.bytes;
    if (this.#events.length > most.events || this.#bytes > most.bytes) this.overflow();
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
    this.#events = [];
    this.#bytes = 0;
  }

  close(): void {
    this.#closed = true;
    this.#close(null);
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PlacedEvent> {
    while (!this.#closed && !this.#overflowed) {
      const batch = this.#events;
      this.#events = [];
      this.#bytes = 0;
      yield* batch;
      if (this.#events.length > 0 || this.#overflowed || this.#closed) continue;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
  }
}

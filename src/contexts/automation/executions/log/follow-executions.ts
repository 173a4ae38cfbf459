import type { Sql } from '../../../../platform/database/database.js';
import { retryWhileUnavailable } from '../../../../platform/database/retry-while-unavailable.js';
import { type Cursor, isAfter } from './event-cursor.js';
import type { ExecutionFeed } from './execution-feed.js';
import { type PlacedEvent, readTopic, type Topic } from './read-events.js';

/** Events buffered for a slow subscriber; beyond that, it catches up from the log. */
const bufferAtMost = 1_000;
const rowsAtOnce = 100;

/**
 * A topic's events after a position: first what the log contains, then each new one, in order, without gap or
 * repetition. A slow reader costs no memory: its buffer is bounded, and what it missed is read from the log.
 * @param until ends the sequence after the first event for which it returns true
 */
export async function* followExecutions(
  { sql, feed, signal }: { sql: Sql; feed: ExecutionFeed; signal?: AbortSignal },
  topic: Topic,
  after: Cursor,
  until: (event: PlacedEvent) => boolean = () => false,
): AsyncGenerator<PlacedEvent> {
  const inbox = new Inbox();
  if (signal?.aborted) return;
  signal?.addEventListener('abort', () => inbox.close(), { once: true });
  const isOver = () => inbox.closed;
  const unfollow = await retryWhileUnavailable(
    () => feed.follow({ topic, push: (event) => inbox.push(event) }),
    isOver,
  );
  let last = after;
  try {
    while (!inbox.closed) {
      // If the inbox overflows from here on, the loop returns to the log; events that come twice are skipped by their
      // position.
      inbox.restart();
      for await (const event of readBehind(sql, topic, last, isOver)) {
        yield event;
        last = event.at;
        if (until(event) || inbox.closed) return;
      }
      for await (const event of inbox) {
        if (!isAfter(event.at, last)) continue;
        yield event;
        last = event.at;
        if (until(event)) return;
      }
    }
  } finally {
    unfollow();
  }
}

async function* readBehind(sql: Sql, topic: Topic, after: Cursor, isOver: () => boolean): AsyncGenerator<PlacedEvent> {
  let last = after;
  for (;;) {
    const from = last;
    const { events, end } = await retryWhileUnavailable(() => readTopic(sql, topic, from, rowsAtOnce), isOver);
    for (const event of events) yield event;
    if (!end) return;
    last = end;
  }
}

/** A bounded queue between the feed and one reader. Iteration ends when it has overflowed or was closed. */
class Inbox {
  closed = false;
  #events: PlacedEvent[] = [];
  #overflowed = false;
  #wake: (() => void) | null = null;

  push(event: PlacedEvent): void {
    if (this.#overflowed) return;
    if (this.#events.length >= bufferAtMost) {
      this.#overflowed = true;
      this.#events = [];
    } else {
      this.#events.push(event);
    }
    this.#wake?.();
  }

  restart(): void {
    this.#overflowed = false;
    this.#events = [];
  }

  close(): void {
    this.closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PlacedEvent> {
    while (!this.closed && !this.#overflowed) {
      const batch = this.#events;
      this.#events = [];
      yield* batch;
      if (this.#events.length > 0 || this.#overflowed || this.closed) continue;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
  }
}

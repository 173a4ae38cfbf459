import { Inbox, type Sized } from './inbox.js';
import type { FeedStart, LogFeed, WorkspaceTopic } from './log-feed.js';
import type { Snapshot } from './snapshot.js';

/** Where a subscription reads on: the feed of this process. */
export interface FollowSource<Topic, Event> {
  feed: LogFeed<Topic, Event>;
  signal?: AbortSignal;
  /** Called when events were found and are being read. @param read the same for all that are read together */
  expect?: (read: object) => void;
}

/** The part of a topic's log before what the feed pushes. */
export interface CatchUp {
  to: FeedStart;
  isOver: () => boolean;
}

/** How the log itself is read: after a cursor, or from a snapshot on. */
export interface LogReader<Event, Cursor> {
  after(cursor: Cursor, part: CatchUp): AsyncIterable<Event>;
  from(snapshot: Snapshot, part: CatchUp): AsyncIterable<Event>;
  cursorOf(event: Event): Cursor;
}

/**
 * Follows a topic: what the log contains up to the point from which the feed pushes events, and then these. A slow reader
 * costs no memory: its buffer is bounded, and each time it overflows, reading returns to the log.
 * @param readBefore reads what the log contains up to that point
 * @param inbox the buffer
 * @param note called with each event before it is read
 */
export async function* follow<Topic extends WorkspaceTopic, Event extends Sized>(
  { feed, signal, expect }: FollowSource<Topic, Event>,
  topic: Topic,
  readBefore: (start: FeedStart, isOver: () => boolean) => AsyncIterable<Event>,
  inbox = new Inbox<Event>(),
  note: (event: Event) => void = () => undefined,
): AsyncGenerator<Event> {
  if (signal?.aborted) return;
  signal?.addEventListener('abort', () => inbox.close(), { once: true });
  while (!inbox.closed) {
    inbox.restart();
    const { start, stop } = feed.follow({ topic, inbox, expect });
    try {
      const from = await inbox.untilClosed(start);
      if (!from) return;
      for await (const event of readBefore(from, () => inbox.closed)) {
        note(event);
        yield event;
        if (inbox.closed) return;
      }
      for (let event = await inbox.next(); event; event = await inbox.next()) {
        note(event);
        yield event;
      }
    } finally {
      stop();
    }
  }
}

/** The events of a topic, from now on or after a cursor, in order, without gap or repetition. */
export function followLog<Topic extends WorkspaceTopic, Event extends Sized, Cursor>(
  source: FollowSource<Topic, Event>,
  topic: Topic,
  after: Cursor | null,
  reader: LogReader<Event, Cursor>,
  inbox?: Inbox<Event>,
): AsyncGenerator<Event> {
  let last = after;
  let begun: FeedStart | null = null;
  const readBefore = (to: FeedStart, isOver: () => boolean) => {
    if (last) return reader.after(last, { to, isOver });
    const isNew = begun?.epoch !== to.epoch;
    begun = isNew ? to : begun;
    return isNew || !begun ? none() : reader.from(begun.snapshot, { to, isOver });
  };
  return follow(source, topic, readBefore, inbox, (event) => {
    last = reader.cursorOf(event);
  });
}

async function* none(): AsyncGenerator<never> {}

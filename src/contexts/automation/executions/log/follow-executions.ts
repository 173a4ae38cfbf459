import type { Sql } from '../../../../platform/database/database.js';
import { retryWhileUnavailable } from '../../../../platform/database/retry-while-unavailable.js';
import { type Cursor, positionOf } from './event-cursor.js';
import { behind, type EventNumber, type FeedPosition, firstRow, isAfter } from './event-position.js';
import type { ExecutionFeed, FeedStart } from './execution-feed.js';
import { Inbox } from './inbox.js';
import type { PlacedEvent } from './place-events.js';
import { readExecutionEvents, readFeed, type Topic } from './read-events.js';
import { requireCurrent } from './require-current.js';

/** Where a subscription reads: the log, and the feed of this process. */
export interface EventSource {
  sql: Sql;
  feed: ExecutionFeed;
  signal?: AbortSignal;
}

/**
 * One execution's events after a position, up to the one for which `until` returns true: first what the log contains,
 * then each new one, in order, without gap or repetition.
 */
export async function* followExecution(
  source: EventSource,
  topic: Topic,
  after: EventNumber,
  until: (event: PlacedEvent) => boolean = () => false,
): AsyncGenerator<PlacedEvent> {
  let last = after;
  for await (const event of follow(source, topic, (_start, isOver) => readLog(source.sql, topic, last, isOver))) {
    // The log may already have shown what the feed pushes.
    if (!isAfter(event.at, last)) continue;
    last = event.at;
    yield event;
    if (until(event)) return;
  }
}

/**
 * The events of a workspace or flow, from now on or after a cursor, in order, without gap or repetition. A slow reader
 * costs no memory: its buffer is bounded, and what it missed is read from the log.
 * @throws AppError CURSOR_EXPIRED
 */
export async function* followFeed(
  source: EventSource,
  topic: Topic,
  after: Cursor | null,
): AsyncGenerator<PlacedEvent> {
  let last = after;
  let begun: FeedStart | null = null;
  const events = follow(source, topic, (start, isOver) => {
    const catchUp = { sql: source.sql, topic, to: start, isOver };
    if (last) return readFeedAfter(catchUp, last);
    const isNew = begun?.epoch !== start.epoch;
    begun = isNew ? start : begun;
    return isNew || !begun ? none() : readFeedFrom(catchUp, behind(begun.snapshot));
  });
  for await (const event of events) {
    last = event.cursor;
    yield event;
  }
}

/** @param readBefore reads what the log contains up to the point from which the feed pushes events */
async function* follow(
  { feed, signal }: EventSource,
  topic: Topic,
  readBefore: (start: FeedStart, isOver: () => boolean) => AsyncIterable<PlacedEvent>,
): AsyncGenerator<PlacedEvent> {
  const inbox = new Inbox();
  if (signal?.aborted) return;
  signal?.addEventListener('abort', () => inbox.close(), { once: true });
  // Each round ends when the inbox overflows: the next one returns to the log.
  while (!inbox.closed) {
    inbox.restart();
    const push = (event: PlacedEvent) => inbox.push(event);
    const { start, stop } = feed.follow({ topic, push, interrupt: () => inbox.overflow() });
    try {
      const from = await Promise.race([start, inbox.whenClosed]);
      if (!from) return;
      for await (const event of readBefore(from, () => inbox.closed)) {
        yield event;
        if (inbox.closed) return;
      }
      yield* inbox;
    } finally {
      stop();
    }
  }
}

async function* none(): AsyncGenerator<PlacedEvent> {}

async function* readLog(
  sql: Sql,
  topic: Topic,
  after: EventNumber,
  isOver: () => boolean,
): AsyncGenerator<PlacedEvent> {
  for (let from: EventNumber | null = after; from; ) {
    const at: EventNumber = from;
    const { events, next } = await retryWhileUnavailable(() => readExecutionEvents(sql, topic, at), isOver);
    yield* events;
    from = next;
  }
}

/** A part of a topic's log: up to the snapshot from which the feed pushes events. */
interface CatchUp {
  sql: Sql;
  topic: Topic;
  to: FeedStart;
  isOver: () => boolean;
}

/** Begins in the row of the cursor, whose former events are skipped. */
async function* readFeedAfter(catchUp: CatchUp, after: Cursor): AsyncGenerator<PlacedEvent> {
  await retryWhileUnavailable(() => requireCurrent(catchUp.sql, after), catchUp.isOver);
  for await (const event of readFeedFrom(catchUp, positionOf(after, catchUp.to.snapshot))) {
    const isSameRow = event.row.executionId === after.executionId;
    if (!isSameRow || isAfter(event.at, after.number)) yield event;
  }
}

async function* readFeedFrom({ sql, topic, to, isOver }: CatchUp, begin: FeedPosition): AsyncGenerator<PlacedEvent> {
  const { workspaceId, flowId } = topic;
  const filter = { everything: flowId === undefined, flowIds: flowId ? [flowId] : [], executionIds: [] };
  for (let position = begin; ; ) {
    const { since, rest } = position;
    const bounded = { since, rest: rest ?? { until: to.snapshot, from: firstRow } };
    const tail = { workspaceId, position: bounded, ...filter };
    const { events, positions } = await retryWhileUnavailable(() => readFeed(sql, [tail]), isOver);
    yield* events;
    position = positions[0] as FeedPosition;
    if (!position.rest && position.since === to.snapshot) return;
  }
}

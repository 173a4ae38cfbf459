import { retryWhileUnavailable } from '../../../../platform/database/retry-while-unavailable.js';
import {
  behind,
  type CatchUp,
  follow,
  followLog,
  Inbox,
  type LogReader,
  requireCurrent,
} from '../../../../platform/feed/index.js';
import { type Cursor, positionOf } from '../store/event-cursor.js';
import { type EventNumber, type FeedPosition, firstRow, isAfter } from '../store/event-position.js';
import type { ValueReading } from '../store/show-large-values.js';
import { concerns, type ExecutionFeed } from './execution-feed.js';
import type { PlacedEvent } from './place-events.js';
import { readExecutionEvents, readFeed, type Topic } from './read-events.js';

/** Where a subscription reads: the log, and the feed of this process. */
export interface EventSource extends ValueReading {
  feed: ExecutionFeed;
  signal?: AbortSignal;
  expect?: (read: object) => void;
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
  for await (const event of follow(source, topic, (_start, isOver) => readLog(source, topic, last, isOver))) {
    // The log may already have shown what the feed pushes.
    if (!isAfter(event.at, last)) continue;
    last = event.at;
    yield event;
    if (until(event)) return;
  }
}

/**
 * The events of a workspace or of some of its flows, from now on or after a cursor, in order, without gap or repetition.
 * @throws AppError CURSOR_EXPIRED
 */
export function followFeed(
  source: EventSource,
  topic: Topic,
  after: Cursor | null,
  wholes = false,
): AsyncGenerator<PlacedEvent> {
  return followLog(source, topic, after, readerOf(source, topic, wholes), wholes ? inboxOfWholes() : undefined);
}

/** Milliseconds in which changes of executions are gathered, for readers of their newest states. */
const gatheredMs = 100;

/** Of several changes of an execution that were not read yet, the last one stands for all. */
function inboxOfWholes(): Inbox<PlacedEvent> {
  return new Inbox({ keyOf: ({ row }) => row.executionId, everyMs: gatheredMs });
}

function readerOf(source: ValueReading, topic: Topic, wholes: boolean): LogReader<PlacedEvent, Cursor> {
  const part = { source, topic, wholes };
  return {
    after: (cursor, catchUp) => readFeedAfter({ ...part, ...catchUp }, cursor),
    from: (snapshot, catchUp) => readFeedFrom({ ...part, ...catchUp }, behind(snapshot)),
    cursorOf: ({ cursor }) => cursor,
  };
}

async function* readLog(
  source: ValueReading,
  topic: Topic,
  after: EventNumber,
  isOver: () => boolean,
): AsyncGenerator<PlacedEvent> {
  for (let from: EventNumber | null = after; from; ) {
    const at: EventNumber = from;
    const { events, next } = await retryWhileUnavailable(() => readExecutionEvents(source, topic, at), isOver);
    yield* events;
    from = next;
  }
}

/** A part of a topic's log: up to the snapshot from which the feed pushes events. */
interface TopicPart extends CatchUp {
  source: ValueReading;
  topic: Topic;
  /** Whether only the newest change of each execution is needed. */
  wholes: boolean;
}

/** Begins in the row of the cursor, whose former events are skipped. */
async function* readFeedAfter(part: TopicPart, after: Cursor): AsyncGenerator<PlacedEvent> {
  const age = { ...after, since: after.batch?.since ?? null };
  await retryWhileUnavailable(() => requireCurrent(part.source.sql, 'events', age), part.isOver);
  for await (const event of readFeedFrom(part, positionOf(after, part.to.snapshot))) {
    const isSameRow = event.row.executionId === after.executionId;
    if (!isSameRow || isAfter(event.at, after.number)) yield event;
  }
}

async function* readFeedFrom(part: TopicPart, begin: FeedPosition): AsyncGenerator<PlacedEvent> {
  const { source, topic, wholes, to, isOver } = part;
  const { workspaceId, flowIds } = topic;
  const filter = { everything: flowIds === undefined, flowIds: flowIds ?? [], executionIds: [] };
  for (let position = begin; ; ) {
    const { since, rest } = position;
    const bounded = { since, rest: rest ?? { until: to.snapshot, from: firstRow } };
    const tail = { workspaceId, position: bounded, ...filter };
    const { events, positions } = await retryWhileUnavailable(() => readFeed(source, [tail]), isOver);
    const wanted = events.filter((event) => concerns(topic, event));
    yield* wholes ? newestOfEach(wanted) : wanted;
    position = positions[0] as FeedPosition;
    if (!position.rest && position.since === to.snapshot) return;
  }
}

/** The last event of each execution, in the order of these. */
function newestOfEach(events: readonly PlacedEvent[]): PlacedEvent[] {
  const last = new Map(events.map((event) => [event.row.executionId, event]));
  return events.filter((event) => last.get(event.row.executionId) === event);
}

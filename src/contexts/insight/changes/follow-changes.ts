import type { Sql } from '../../../platform/database/database.js';
import { retryWhileUnavailable } from '../../../platform/database/retry-while-unavailable.js';
import { behind, type CatchUp, followLog, requireCurrent } from '../../../platform/feed/index.js';
import { type ChangeCursor, type ChangePosition, firstKey } from './change-cursor.js';
import type { ChangeFeed } from './change-feed.js';
import { type ChangeTopic, type PlacedChange, readChanges } from './read-changes.js';

/** Where a subscription reads: the changes that are stored, and the feed of this process. */
export interface ChangeSource {
  sql: Sql;
  feed: ChangeFeed;
  signal?: AbortSignal;
}

/**
 * The changes of a topic, from now on or after a cursor, each commit once, without gap or repetition.
 * @throws AppError CURSOR_EXPIRED
 */
export function followChanges(
  source: ChangeSource,
  topic: ChangeTopic,
  after: ChangeCursor | null,
): AsyncGenerator<PlacedChange> {
  const { sql } = source;
  return followLog(source, topic, after, {
    async *after({ epoch, at, position }, part) {
      const age = { epoch, at, since: position.since };
      await retryWhileUnavailable(() => requireCurrent(sql, 'changes', age), part.isOver);
      yield* readOn(sql, topic, position, part);
    },
    from: (snapshot, part) => readOn(sql, topic, behind(snapshot), part),
    cursorOf: ({ cursor }) => cursor,
  });
}

/** Reads up to the snapshot from which the feed pushes changes. */
async function* readOn(
  sql: Sql,
  topic: ChangeTopic,
  begin: ChangePosition,
  { to, isOver }: CatchUp,
): AsyncGenerator<PlacedChange> {
  for (let position = begin; ; ) {
    const { since, rest } = position;
    const bounded = { since, rest: rest ?? { until: to.snapshot, from: firstKey } };
    const tail = { workspaceId: topic.workspaceId, position: bounded, topics: [topic] };
    const { events, positions } = await retryWhileUnavailable(() => readChanges(sql, [tail]), isOver);
    yield* events;
    position = positions[0] as ChangePosition;
    if (!position.rest && position.since === to.snapshot) return;
  }
}

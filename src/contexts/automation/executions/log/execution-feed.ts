import type { Logger } from 'pino';
import type { Sql } from '../../../../platform/database/database.js';
import type { Listener } from '../../../../platform/database/listener.js';
import { defineService } from '../../../../platform/define-service.js';
import { type Cursor, isAfter } from './event-cursor.js';
import { currentCursor, type PlacedEvent, readTails, type Tail, type Topic } from './read-events.js';

/** A subscriber's connection to the feed. */
export interface Follower {
  topic: Topic;
  /** Called with each new event of the topic, in order. Must not block. */
  push(event: PlacedEvent): void;
}

/**
 * Reads the event log once for all subscribers of this process. A notification only triggers a read; events are read by
 * cursor, so none is lost with a lost notification and none is delivered twice.
 */
export interface ExecutionFeed {
  /** From when it resolves, every event that settles later is pushed to the follower. */
  follow(follower: Follower): Promise<() => void>;
  close(): void;
}

interface Workspace {
  after: Cursor;
  followers: Set<Follower>;
}

/** Every change of every execution, as it settles. */
export const executionFeed = defineService(
  'execution feed',
  ({ db, listener, log }) => createExecutionFeed(db.pool, listener, log),
  (feed) => feed.close(),
);

/**
 * Rows of the log per read; each may refer to megabytes, which are in memory until all subscribers have received them.
 */
const rowsAtOnce = 100;
/** Milliseconds before rows of an open transaction are looked for again, and after a failed read. */
const againDelay = { first: 2, most: 100, afterFailure: 1_000 };
/** Milliseconds after which the log is read even without a notification. */
const idleDelay = 5_000;

export function createExecutionFeed(sql: Sql, listener: Listener, log: Logger): ExecutionFeed {
  const workspaces = new Map<string, Workspace>();
  let reading = false;
  let again = false;
  let closed = false;
  let delay = againDelay.first;
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<unknown> = Promise.resolve();
  const stopListening = listener.on('execution_events', wake);

  function wake(): void {
    again = true;
    clearTimeout(timer);
    if (reading) return;
    reading = true;
    void readOn().finally(() => {
      reading = false;
      // A notification that came since the last read must not be missed.
      if (again) wake();
    });
  }

  async function readOn(): Promise<void> {
    for (;;) {
      again = false;
      if (closed || workspaces.size === 0) return;
      const read = readOnce().catch((error: Error) => {
        log.warn({ err: error }, 'reading the event log failed; retrying');
        return 'failed' as const;
      });
      current = read;
      const outcome = await read;
      if (again || outcome === 'more') continue;
      if (!closed) timer = setTimeout(wake, nextLook(outcome));
      return;
    }
  }

  /** A transaction may stay open for hours, and the database be unavailable: then reads become less frequent. */
  function nextLook(outcome: 'all' | 'unsettled' | 'failed'): number {
    if (outcome === 'all') {
      delay = againDelay.first;
      return idleDelay;
    }
    delay = Math.min(delay * 2, outcome === 'failed' ? againDelay.afterFailure : againDelay.most);
    return delay;
  }

  async function readOnce(): Promise<'all' | 'more' | 'unsettled'> {
    const tails = [...workspaces].map(([id, workspace]) => toTail(id, workspace));
    const { events, ends, more, unsettled } = await readTails(sql, tails, rowsAtOnce);
    for (const placed of events) {
      const workspace = workspaces.get(placed.workspaceId);
      if (!workspace || !isAfter(placed.at, workspace.after)) continue;
      for (const follower of workspace.followers) if (concerns(follower.topic, placed)) follower.push(placed);
    }
    for (const [id, end] of ends) {
      const workspace = workspaces.get(id);
      if (workspace && isAfter(end, workspace.after)) workspace.after = end;
    }
    if (more) return 'more';
    return unsettled ? 'unsettled' : 'all';
  }

  return {
    async follow(follower) {
      const { workspaceId } = follower.topic;
      let workspace = workspaces.get(workspaceId);
      if (!workspace) {
        const after = await currentCursor(sql, workspaceId);
        workspace = workspaces.get(workspaceId) ?? { after, followers: new Set() };
        workspaces.set(workspaceId, workspace);
      }
      workspace.followers.add(follower);
      // A read in progress does not look for this topic, but moves past its events. They have settled by its end, and
      // the follower reads the log from then on.
      await current;
      wake();
      return () => {
        workspace.followers.delete(follower);
        if (workspace.followers.size === 0 && workspaces.get(workspaceId) === workspace) workspaces.delete(workspaceId);
      };
    },
    close() {
      closed = true;
      stopListening();
      clearTimeout(timer);
      workspaces.clear();
    },
  };
}

function toTail(workspaceId: string, { after, followers }: Workspace): Tail {
  const topics = [...followers].map(({ topic }) => topic);
  return {
    workspaceId,
    after,
    everything: topics.some((topic) => !topic.flowId && !topic.executionId),
    flowIds: [...new Set(topics.flatMap((topic) => topic.flowId ?? []))],
    executionIds: [...new Set(topics.flatMap((topic) => topic.executionId ?? []))],
  };
}

function concerns(topic: Topic, event: PlacedEvent): boolean {
  if (topic.executionId) return topic.executionId === event.executionId;
  return !topic.flowId || topic.flowId === event.flowId;
}

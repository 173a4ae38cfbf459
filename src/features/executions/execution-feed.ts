import type { Logger } from 'pino';
import type { Sql } from '../../platform/database/database.js';
import type { Listener } from '../../platform/database/listener.js';
import { type Cursor, endOfRow, isAfter } from './event-cursor.js';
import { type PlacedEvent, readTails, type Tail, type Topic } from './read-events.js';

/** A subscriber's own end of the feed. */
export interface Follower {
  topic: Topic;
  /** Called with each new event of the topic, in order. Must not block. */
  push(event: PlacedEvent): void;
}

/**
 * Reads the event log once for all subscribers of this process. A notification only wakes it; what happened is read
 * by cursor, so nothing is lost with a lost notification and nothing comes twice.
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

const rowsAtOnce = 500;
/** Milliseconds until rows of a transaction that still ran are looked for again. */
const unsettledDelay = { first: 2, most: 100 };
/** Milliseconds after which the log is read even though nothing was notified. */
const idleDelay = 5_000;

export function createExecutionFeed(sql: Sql, listener: Listener, log: Logger): ExecutionFeed {
  const workspaces = new Map<string, Workspace>();
  let reading = false;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  const stopListening = listener.on('execution_events', wake);

  function wake(): void {
    again = true;
    clearTimeout(timer);
    if (reading) return;
    reading = true;
    void readOn().finally(() => {
      reading = false;
      // Whoever woke us between our last look and now must not be left waiting.
      if (again) wake();
    });
  }

  async function readOn(): Promise<void> {
    let delay = unsettledDelay.first;
    for (;;) {
      again = false;
      if (workspaces.size === 0) return;
      const more = await readOnce().catch((error: Error) => {
        log.warn({ err: error }, 'reading the event log failed; trying again');
        return true;
      });
      if (again) continue;
      if (more) {
        timer = setTimeout(wake, delay);
        delay = Math.min(delay * 2, unsettledDelay.most);
      } else {
        timer = setTimeout(wake, idleDelay);
      }
      return;
    }
  }

  async function readOnce(): Promise<boolean> {
    const read = await readTails(
      sql,
      [...workspaces].map(([id, workspace]) => toTail(id, workspace)),
      rowsAtOnce,
    );
    for (const placed of read.events) {
      const workspace = workspaces.get(placed.workspaceId);
      if (!workspace || !isAfter(placed.at, workspace.after)) continue;
      for (const follower of workspace.followers) if (concerns(follower.topic, placed)) follower.push(placed);
    }
    for (const placed of read.events) {
      const workspace = workspaces.get(placed.workspaceId);
      const rowEnd = { ...placed.at, index: endOfRow };
      if (workspace && isAfter(rowEnd, workspace.after)) workspace.after = rowEnd;
    }
    return read.more;
  }

  return {
    async follow(follower) {
      const { workspaceId } = follower.topic;
      let workspace = workspaces.get(workspaceId);
      if (!workspace) {
        const after = await currentCursor(sql);
        workspace = workspaces.get(workspaceId) ?? { after, followers: new Set() };
        workspaces.set(workspaceId, workspace);
      }
      workspace.followers.add(follower);
      wake();
      return () => {
        workspace.followers.delete(follower);
        if (workspace.followers.size === 0 && workspaces.get(workspaceId) === workspace) workspaces.delete(workspaceId);
      };
    },
    close() {
      stopListening();
      clearTimeout(timer);
      workspaces.clear();
    },
  };
}

/** The last place behind which anything can still appear. */
export async function currentCursor(sql: Sql): Promise<Cursor> {
  const { rows } = await sql.query<{ tx: string }>(
    `/* event_horizon */ select pg_snapshot_xmin(pg_current_snapshot())::text as tx`,
  );
  return { tx: BigInt(rows[0]?.tx ?? 1) - 1n, id: 2n ** 63n - 1n, index: endOfRow };
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

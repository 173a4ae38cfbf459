import type { Logger } from 'pino';
import type { Sql } from '../../../../platform/database/database.js';
import type { Listener } from '../../../../platform/database/listener.js';
import { defineService } from '../../../../platform/define-service.js';
import type { FeedPosition } from './event-position.js';
import type { PlacedEvent } from './place-events.js';
import { readFeed, type Tail, type Topic } from './read-events.js';
import type { Snapshot } from './snapshot.js';

/** A subscriber's connection to the feed. */
export interface Follower {
  topic: Topic;
  /** Called with each new event of the topic, in order. Must not block. */
  push(event: PlacedEvent): void;
  /** Called when the feed cannot continue for this follower: it has to follow again. */
  interrupt(): void;
}

/** The snapshot from which on a subscriber gets events. */
export interface FeedStart {
  epoch: number;
  snapshot: Snapshot;
}

/** One subscriber's place in the feed. */
export interface Following {
  /**
   * Taken after `follow` was called, so it has seen everything that the subscriber has. Never rejects, and does not
   * resolve once the feed is closed.
   */
  start: Promise<FeedStart>;
  stop(): void;
}

/**
 * Reads the event log once for all subscribers of this process. A notification only triggers a read; events are read by
 * position, so none is lost with a lost notification and none is delivered twice.
 */
export interface ExecutionFeed {
  follow(follower: Follower): Following;
  close(): void;
}

interface Joining {
  follower: Follower;
  joined: (start: FeedStart) => void;
}

interface Workspace {
  /** Null until the first read. */
  position: FeedPosition | null;
  followers: Set<Follower>;
  /** Those who follow from the end of the next batch, and from the end of the batch that is being read. */
  next: Set<Joining>;
  now: Set<Joining>;
}

/** Every change of every execution, as it is committed. */
export const executionFeed = defineService(
  'execution feed',
  ({ db, listener, log }) => createExecutionFeed(db.pool, listener, log),
  (feed) => feed.close(),
);

/** The channel of the notifications about new events. */
export const eventsChannel = 'execution_events';

/** Milliseconds until the next read without a notification, and at least and at most after a failed one. */
const pauseMs = { idle: 1_000, afterFailure: { least: 50, most: 1_000 } };

export function createExecutionFeed(sql: Sql, listener: Listener, log: Logger): ExecutionFeed {
  const tails = new Tails();
  let reading = false;
  let again = false;
  let closed = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  const stopListening = listener.on(eventsChannel, wake);

  function wake(): void {
    again = true;
    clearTimeout(timer);
    if (!reading && !closed) void readOn();
  }

  async function readOn(): Promise<void> {
    reading = true;
    while (again && !closed && !tails.isEmpty) {
      again = false;
      try {
        if (await tails.read(sql)) again = true;
        failures = 0;
      } catch (error) {
        log.warn({ err: error }, 'reading the event log failed; retrying');
        failures++;
        break;
      }
    }
    // In one step with the last look at `again`: a notification must not come in between.
    reading = false;
    if (!closed && !tails.isEmpty) timer = setTimeout(wake, failures === 0 ? pauseMs.idle : pauseAfterFailure());
  }

  function pauseAfterFailure(): number {
    return Math.min(pauseMs.afterFailure.least * 2 ** failures, pauseMs.afterFailure.most);
  }

  return {
    follow(follower) {
      const following = tails.add(follower);
      wake();
      return following;
    },
    close() {
      closed = true;
      stopListening();
      clearTimeout(timer);
    },
  };
}

/** Where the feed stands in each workspace that somebody follows. */
class Tails {
  readonly #workspaces = new Map<string, Workspace>();
  #epoch: number | null = null;

  get isEmpty(): boolean {
    return this.#workspaces.size === 0;
  }

  add(follower: Follower): Following {
    const { workspaceId } = follower.topic;
    const { promise: start, resolve: joined } = Promise.withResolvers<FeedStart>();
    const fresh = { position: null, followers: new Set<Follower>(), next: new Set<Joining>(), now: new Set<Joining>() };
    const workspace: Workspace = this.#workspaces.get(workspaceId) ?? fresh;
    this.#workspaces.set(workspaceId, workspace);
    const joining = { follower, joined };
    workspace.next.add(joining);
    const stop = () => {
      workspace.followers.delete(follower);
      workspace.next.delete(joining);
      workspace.now.delete(joining);
      const isUsed = workspace.followers.size + workspace.next.size + workspace.now.size > 0;
      if (!isUsed && this.#workspaces.get(workspaceId) === workspace) this.#workspaces.delete(workspaceId);
    };
    return { start, stop };
  }

  /** Reads once for everybody. @returns whether there is more to read at once */
  async read(sql: Sql): Promise<boolean> {
    const read = [...this.#workspaces];
    for (const [, workspace] of read) if (!workspace.position?.rest) admit(workspace);
    const { epoch, events, positions } = await readFeed(sql, read.map(toTail));
    if (this.#epoch !== null && this.#epoch !== epoch) {
      this.#epoch = epoch;
      for (const [, workspace] of read) interrupt(workspace);
      return true;
    }
    this.#epoch = epoch;
    for (const event of events) {
      const followers = this.#workspaces.get(event.row.workspaceId)?.followers ?? [];
      for (const follower of followers) if (concerns(follower.topic, event)) follower.push(event);
    }
    for (const [i, [, workspace]] of read.entries()) advance(workspace, positions[i] as FeedPosition, epoch);
    return read.some(([, { position, next }]) => position?.rest || next.size > 0);
  }
}

/** A new batch begins: subscribers that joined before it follow from its end. */
function admit({ next, now }: Workspace): void {
  for (const joining of next) now.add(joining);
  next.clear();
}

function advance(workspace: Workspace, position: FeedPosition, epoch: number): void {
  workspace.position = position;
  if (position.rest) return;
  for (const { follower, joined } of workspace.now) {
    workspace.followers.add(follower);
    joined({ epoch, snapshot: position.since });
  }
  workspace.now.clear();
}

/** The positions of before mean nothing in a new epoch. */
function interrupt(workspace: Workspace): void {
  workspace.position = null;
  const { followers } = workspace;
  workspace.followers = new Set();
  for (const follower of followers) follower.interrupt();
}

function toTail([workspaceId, { position, followers }]: [string, Workspace]): Tail {
  const topics = [...followers].map(({ topic }) => topic);
  return {
    workspaceId,
    position,
    everything: topics.some((topic) => !topic.flowId && !topic.executionId),
    flowIds: [...new Set(topics.flatMap((topic) => topic.flowId ?? []))],
    executionIds: [...new Set(topics.flatMap((topic) => topic.executionId ?? []))],
  };
}

function concerns(topic: Topic, { row }: PlacedEvent): boolean {
  if (topic.executionId) return topic.executionId === row.executionId;
  return !topic.flowId || topic.flowId === row.flowId;
}

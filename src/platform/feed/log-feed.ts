import type { Logger } from 'pino';
import type { Listener } from '../database/listener.js';
import type { Position } from './position.js';
import type { Snapshot } from './snapshot.js';

/** What a subscriber follows: at least a workspace. */
export interface WorkspaceTopic {
  workspaceId: string;
}

/** A subscriber's connection to the feed. */
export interface Follower<Topic, Event> {
  topic: Topic;
  inbox: {
    /** Called with each new event of the topic, in order. Must not block. */
    push(event: Event): void;
    /** Called when the feed cannot continue for this follower: it has to follow again. */
    overflow(): void;
  };
  /** Called when events of the topic were found and are being read. @param read the same for all that are read together */
  expect?: ((read: object) => void) | undefined;
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
 * Reads a log once for all subscribers of this process. A notification only triggers a read; events are read by
 * position, so none is lost with a lost notification and none is delivered twice.
 */
export interface LogFeed<Topic, Event> {
  follow(follower: Follower<Topic, Event>): Following;
  close(): void;
}

/** The reader of one workspace's log. */
export interface Tail<Topic, Key> {
  workspaceId: string;
  /** Null to begin now. */
  position: Position<Key> | null;
  topics: readonly Topic[];
}

export interface FeedRead<Event, Key> {
  epoch: number;
  events: Event[];
  /** The next position of each tail. Within a batch there is more to read. */
  positions: Position<Key>[];
}

/** Tells followers that events were found. @param read the same for all that are read together */
export type Expect<Topic> = (workspaceId: string, isOf: (topic: Topic) => boolean, read: object) => void;

/** A log that is read between snapshots. */
export interface FeedSource<Topic, Event, Key> {
  /** For messages of the server's log. */
  name: string;
  /** The channels whose notifications trigger a read. */
  channels: readonly string[];
  /**
   * Reads on in the logs of many workspaces, in one snapshot.
   * @param expect to be called with what was found while the events themselves are read
   */
  read(tails: readonly Tail<Topic, Key>[], expect: Expect<Topic>): Promise<FeedRead<Event, Key>>;
  workspaceOf(event: Event): string;
  concerns(topic: Topic, event: Event): boolean;
  /** Called before events of a workspace are delivered: subscribers then read what they report. */
  delivers?(workspaceId: string): void;
}

interface Joining<Topic, Event> {
  follower: Follower<Topic, Event>;
  joined: (start: FeedStart) => void;
}

interface Workspace<Topic, Event, Key> {
  /** Null until the first read. */
  position: Position<Key> | null;
  followers: Set<Follower<Topic, Event>>;
  /** Those who follow from the end of the next batch, and from the end of the batch that is being read. */
  next: Set<Joining<Topic, Event>>;
  now: Set<Joining<Topic, Event>>;
}

/** Milliseconds until the next read without a notification, and at least and at most after a failed one. */
const pauseMs = { idle: 1_000, afterFailure: { least: 50, most: 1_000 } };

/** Creates the feed of a log. Reads nothing while nobody follows. */
export function createLogFeed<Topic extends WorkspaceTopic, Event, Key>(
  source: FeedSource<Topic, Event, Key>,
  listener: Listener,
  log: Logger,
): LogFeed<Topic, Event> {
  const tails = new Tails(source);
  let reading = false;
  let again = false;
  let closed = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  const stops = source.channels.map((channel) => listener.on(channel, wake));

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
        if (await tails.read()) again = true;
        failures = 0;
      } catch (error) {
        log.warn({ err: error }, `reading ${source.name} failed; retrying`);
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
      for (const stop of stops) stop();
      clearTimeout(timer);
    },
  };
}

/** Where the feed stands in each workspace that somebody follows. */
class Tails<Topic extends WorkspaceTopic, Event, Key> {
  readonly #workspaces = new Map<string, Workspace<Topic, Event, Key>>();
  #epoch: number | null = null;

  constructor(readonly source: FeedSource<Topic, Event, Key>) {}

  get isEmpty(): boolean {
    return this.#workspaces.size === 0;
  }

  add(follower: Follower<Topic, Event>): Following {
    const { workspaceId } = follower.topic;
    const { promise: start, resolve: joined } = Promise.withResolvers<FeedStart>();
    const workspace: Workspace<Topic, Event, Key> = this.#workspaces.get(workspaceId) ?? {
      position: null,
      followers: new Set(),
      next: new Set(),
      now: new Set(),
    };
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
  async read(): Promise<boolean> {
    const { source } = this;
    const read = [...this.#workspaces];
    for (const [, workspace] of read) if (!workspace.position?.rest) admit(workspace);
    const expect: Expect<Topic> = (workspaceId, isOf, found) => {
      const followers = this.#workspaces.get(workspaceId)?.followers ?? [];
      for (const follower of followers) if (follower.expect && isOf(follower.topic)) follower.expect(found);
    };
    const { epoch, events, positions } = await source.read(read.map(toTail), expect);
    if (this.#epoch !== null && this.#epoch !== epoch) {
      this.#epoch = epoch;
      for (const [, workspace] of read) interrupt(workspace);
      return true;
    }
    this.#epoch = epoch;
    for (const event of events) {
      const workspaceId = source.workspaceOf(event);
      source.delivers?.(workspaceId);
      const followers = this.#workspaces.get(workspaceId)?.followers ?? [];
      for (const follower of followers) if (source.concerns(follower.topic, event)) follower.inbox.push(event);
    }
    for (const [i, [, workspace]] of read.entries()) advance(workspace, positions[i] as Position<Key>, epoch);
    return read.some(([, { position, next }]) => position?.rest || next.size > 0);
  }
}

/** A new batch begins: subscribers that joined before it follow from its end. */
function admit<Topic, Event>({ next, now }: Workspace<Topic, Event, unknown>): void {
  for (const joining of next) now.add(joining);
  next.clear();
}

function advance<Topic, Event, Key>(
  workspace: Workspace<Topic, Event, Key>,
  position: Position<Key>,
  epoch: number,
): void {
  workspace.position = position;
  if (position.rest) return;
  for (const { follower, joined } of workspace.now) {
    workspace.followers.add(follower);
    joined({ epoch, snapshot: position.since });
  }
  workspace.now.clear();
}

/** The positions of before mean nothing in a new epoch. */
function interrupt<Topic, Event, Key>(workspace: Workspace<Topic, Event, Key>): void {
  workspace.position = null;
  const { followers } = workspace;
  workspace.followers = new Set();
  for (const follower of followers) follower.inbox.overflow();
}

function toTail<Topic, Event, Key>([workspaceId, { position, followers }]: [
  string,
  Workspace<Topic, Event, Key>,
]): Tail<Topic, Key> {
  return { workspaceId, position, topics: [...followers].map(({ topic }) => topic) };
}

import type { Logger } from 'pino';
import type { Sql } from '../../../../platform/database/database.js';
import type { Listener } from '../../../../platform/database/listener.js';
import { defineService } from '../../../../platform/define-service.js';
import { createLogFeed, type Tail as FeedTail, type LogFeed } from '../../../../platform/feed/index.js';
import type { RowKey } from './event-position.js';
import type { PlacedEvent } from './place-events.js';
import { readFeed, type Tail, type Topic } from './read-events.js';

/** The events of executions, for all subscribers of this process. */
export type ExecutionFeed = LogFeed<Topic, PlacedEvent>;

/** Every change of every execution, as it is committed. */
export const executionFeed = defineService(
  'execution feed',
  ({ db, listener, log }) => createExecutionFeed(db.pool, listener, log, (workspaceId) => db.wrote(workspaceId)),
  (feed) => feed.close(),
);

/** The channel of the notifications about new events. */
export const eventsChannel = 'execution_events';

/** Creates the feed of the event log. */
export function createExecutionFeed(
  sql: Sql,
  listener: Listener,
  log: Logger,
  delivers?: (workspaceId: string) => void,
): ExecutionFeed {
  return createLogFeed<Topic, PlacedEvent, RowKey>(
    {
      name: 'the event log',
      channels: [eventsChannel],
      read: (tails) => readFeed(sql, tails.map(toTail)),
      workspaceOf: ({ row }) => row.workspaceId,
      concerns,
      ...(delivers && { delivers }),
    },
    listener,
    log,
  );
}

function toTail({ workspaceId, position, topics }: FeedTail<Topic, RowKey>): Tail {
  return {
    workspaceId,
    position,
    everything: topics.some(({ flowIds, executionId }) => !flowIds && !executionId),
    flowIds: [...new Set(topics.flatMap(({ flowIds }) => flowIds ?? []))],
    executionIds: [...new Set(topics.flatMap(({ executionId }) => executionId ?? []))],
  };
}

/** Whether an event belongs to a topic. */
export function concerns({ executionId, flowIds, statuses }: Topic, { row, content }: PlacedEvent): boolean {
  if (executionId) return executionId === row.executionId;
  if (flowIds && !flowIds.includes(row.flowId)) return false;
  return !statuses || statuses.includes(content.execution.status);
}

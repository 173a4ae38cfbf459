import type { Logger } from 'pino';
import type { Listener } from '../../../../platform/database/listener.js';
import { defineService } from '../../../../platform/define-service.js';
import { createLogFeed, type Tail as FeedTail, type LogFeed } from '../../../../platform/feed/index.js';
import type { RowKey } from '../store/event-position.js';
import { eventsChannel, pageLimits } from '../store/event-rows.sql.js';
import type { Execution } from '../store/execution.object.js';
import type { ValueReading } from '../store/show-large-values.js';
import type { EventRow, PlacedEvent } from './place-events.js';
import { readFeed, type Tail, type Topic } from './read-events.js';

/** The events of executions, for all subscribers of this process. */
export type ExecutionFeed = LogFeed<Topic, PlacedEvent>;

/** Every change of every execution, as it is committed. */
export const executionFeed = defineService(
  'execution feed',
  ({ db, listener, log, get }) =>
    createExecutionFeed({ sql: db.hotPool, services: { get } }, listener, log, (workspaceId) => db.wrote(workspaceId)),
  (feed) => feed.close(),
);

/** Creates the feed of the event log. */
export function createExecutionFeed(
  reader: ValueReading,
  listener: Listener,
  log: Logger,
  delivers?: (workspaceId: string) => void,
): ExecutionFeed {
  return createLogFeed<Topic, PlacedEvent, RowKey>(
    {
      name: 'the event log',
      channels: [eventsChannel],
      read: (tails, expect) =>
        readFeed(reader, tails.map(toTail), pageLimits, (row, read) =>
          expect(row.workspaceId, (topic) => mayConcern(topic, row), read),
        ),
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
export function concerns(topic: Topic, { row, content }: PlacedEvent): boolean {
  return belongs(topic, row, [content.execution.status]);
}

/** Whether an event of a row can belong to a topic. Before the end of an execution, its row has events of its steps. */
function mayConcern(topic: Topic, row: EventRow): boolean {
  return belongs(topic, row, row.steps.length > 0 ? ['running', row.execution.status] : [row.execution.status]);
}

function belongs({ executionId, flowIds, statuses }: Topic, row: EventRow, some: Execution['status'][]): boolean {
  if (executionId) return executionId === row.executionId;
  if (flowIds && !flowIds.includes(row.flowId)) return false;
  return !statuses || some.some((status) => statuses.includes(status));
}

import type { GraphContext } from '../../../../platform/graphql/context.js';
import { findFlow } from '../../flows/index.js';
import type { ExecutionEvent } from '../execution.object.js';
import { allExecutionFields } from '../read/execution-columns.js';
import { findExecution } from '../read/find-execution.js';
import { type Cursor, parseCursor } from './event-cursor.js';
import { beginning, type EventNumber } from './event-position.js';
import { executionFeed } from './execution-feed.js';
import { type EventSource, followExecution, followFeed } from './follow-executions.js';
import { hasEventsAfter, lastEventAt, type Topic } from './read-events.js';
import { requireCurrent } from './require-current.js';

type Args = Record<string, string | null | undefined>;

/**
 * One execution from its start, or after `after`, to its end.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, CURSOR_EXPIRED
 */
export async function* subscribeToExecution(context: GraphContext, args: Args): AsyncGenerator<ExecutionEvent> {
  const scope = context.scope(args.workspaceId as string);
  const cursor = args.after ? parseCursor(args.after) : null;
  const execution = await findExecution(scope, args.executionId as string, allExecutionFields);
  const topic = { workspaceId: scope.workspaceId, executionId: execution.id };
  const source = sourceOf(context, topic);
  const after = cursor ? await numberAt(source, topic, cursor) : beginning;
  if (execution.status !== 'running' && !(await hasEventsAfter(source.sql, topic, after))) return;
  const events = followExecution(source, topic, after, ({ content }) => {
    return content.execution.status !== 'running' && content.step === null;
  });
  for await (const event of events) yield event.ofExecution;
}

/**
 * A workspace's executions, or one flow's, from now on or after `after`.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, CURSOR_EXPIRED
 */
export async function* subscribeToTopic(context: GraphContext, args: Args): AsyncGenerator<ExecutionEvent> {
  const scope = context.scope(args.workspaceId as string);
  const after = args.after ? parseCursor(args.after) : null;
  const topic: Topic = { workspaceId: scope.workspaceId };
  if (args.flowId) topic.flowId = (await findFlow(scope, args.flowId)).id;
  // The same object goes to every subscriber, so that what is derived from it can be shared.
  for await (const event of followFeed(sourceOf(context, topic), topic, after)) yield event.ofFeed;
}

/** The position in an execution's log at which a cursor was received, of whichever event it is. */
async function numberAt(
  { sql }: EventSource,
  topic: Required<Omit<Topic, 'flowId'>>,
  cursor: Cursor,
): Promise<EventNumber> {
  if (cursor.executionId === topic.executionId) return cursor.number;
  await requireCurrent(sql, cursor);
  return lastEventAt(sql, topic, cursor);
}

function sourceOf({ services, signal }: GraphContext, { workspaceId }: Topic): EventSource {
  return { sql: services.db.within(workspaceId), feed: services.get(executionFeed), ...(signal && { signal }) };
}

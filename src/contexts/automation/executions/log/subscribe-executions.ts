import type { GraphContext } from '../../../../platform/graphql/context.js';
import { findFlow } from '../../flows/index.js';
import type { ExecutionEvent } from '../execution.object.js';
import { allExecutionFields } from '../read/execution-columns.js';
import { findExecution } from '../read/find-execution.js';
import { beginning, parseCursor } from './event-cursor.js';
import { executionFeed } from './execution-feed.js';
import { followExecutions } from './follow-executions.js';
import { currentCursor, hasEventsBehind, type PlacedEvent, type Topic } from './read-events.js';

type Args = Record<string, string | null | undefined>;

/** One execution from its start, or after `after`, to its end. @throws AppError NOT_FOUND */
export async function* subscribeToExecution(context: GraphContext, args: Args): AsyncGenerator<ExecutionEvent> {
  const scope = context.scope(args.workspaceId as string);
  const after = args.after ? parseCursor(args.after) : beginning;
  const execution = await findExecution(scope, args.executionId as string, allExecutionFields);
  const topic = { workspaceId: scope.workspaceId, executionId: execution.id };
  if (execution.status !== 'running' && !(await hasEventsBehind(scope.sql, topic, after))) return;
  yield* events(context, topic, after, ({ event }) => event.execution.status !== 'running' && event.step === null);
}

/** A workspace's executions, or one flow's, from now on or after `after`. @throws AppError NOT_FOUND */
export async function* subscribeToTopic(context: GraphContext, args: Args): AsyncGenerator<ExecutionEvent> {
  const scope = context.scope(args.workspaceId as string);
  const topic: Topic = { workspaceId: scope.workspaceId };
  if (args.flowId) topic.flowId = (await findFlow(scope, args.flowId)).id;
  const after = args.after ? parseCursor(args.after) : await currentCursor(scope.sql, scope.workspaceId);
  yield* events(context, topic, after);
}

async function* events(
  { services, signal }: GraphContext,
  topic: Topic,
  after: ReturnType<typeof parseCursor>,
  until?: (placed: PlacedEvent) => boolean,
): AsyncGenerator<ExecutionEvent> {
  const source = {
    sql: services.db.within(topic.workspaceId),
    feed: services.get(executionFeed),
    ...(signal && { signal }),
  };
  // The same object goes to every subscriber, so that what is derived from it can be shared.
  for await (const placed of followExecutions(source, topic, after, until)) yield placed.event;
}

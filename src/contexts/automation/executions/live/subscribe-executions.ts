import { notFound, validationFailed } from '../../../../platform/errors/errors.js';
import { openAtRead, requireCurrent } from '../../../../platform/feed/index.js';
import { type GraphContext, requireId, type Scope } from '../../../../platform/graphql/context.js';
import { accessOnce } from '../../../../platform/graphql/event-access.js';
import { findAccess } from '../../../accounts/members/index.js';
import { type Flow, flowById } from '../../flows/index.js';
import { type Cursor, parseCursor } from '../store/event-cursor.js';
import { beginning, type EventNumber } from '../store/event-position.js';
import type { Execution, ExecutionEvent } from '../store/execution.object.js';
import { allExecutionFields } from '../store/execution-columns.js';
import { findExecution } from '../store/find-execution.js';
import { executionFeed } from './execution-feed.js';
import { type EventSource, followExecution, followFeed } from './follow-executions.js';
import type { PlacedEvent } from './place-events.js';
import { hasEventsAfter, lastEventAt, type Topic } from './read-events.js';

type Args = Record<string, string | null | undefined>;

/**
 * One execution from its start, or after `after`, to its end.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, CURSOR_EXPIRED
 */
export function subscribeToExecution(context: GraphContext, args: Args): AsyncGenerator<ExecutionEvent> {
  return openAtRead(
    () => openExecution(context, args),
    ({ ofExecution }) => ofExecution,
  );
}

async function openExecution(context: GraphContext, args: Args): Promise<AsyncGenerator<PlacedEvent> | null> {
  const scope = context.scope(args.workspaceId as string);
  const cursor = cursorOf(context, args.after);
  const execution = await findExecution(scope, args.executionId as string, allExecutionFields);
  const topic = { workspaceId: scope.workspaceId, executionId: execution.id };
  const source = sourceOf(context, topic);
  const after = cursor ? await numberAt(source, topic, cursor) : beginning;
  if (execution.status !== 'running' && !(await hasEventsAfter(source.sql, topic, after))) return null;
  return followExecution(source, topic, after, ({ content }) => {
    return content.execution.status !== 'running' && content.step === null;
  });
}

/** What a subscription to many executions asks for. */
export interface TopicArgs {
  workspaceId: string;
  flowId?: string;
  flowIds?: readonly string[] | null;
  statuses?: readonly Execution['status'][] | null;
  steps?: boolean;
  after?: string | null;
}

/**
 * A workspace's executions, or those of flows or with statuses, from now on or after `after`. Without steps, only the newest
 * state of each execution.
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, CURSOR_EXPIRED
 */
export function subscribeToTopic(context: GraphContext, args: TopicArgs): AsyncGenerator<ExecutionEvent> {
  // The same object goes to every subscriber, so that what is derived from it can be shared.
  return openAtRead(() => openTopic(context, args), args.steps === false ? wholeOf : eventOf);
}

function wholeOf({ ofFeedWhole }: PlacedEvent): ExecutionEvent {
  return ofFeedWhole;
}

function eventOf({ ofFeed }: PlacedEvent): ExecutionEvent {
  return ofFeed;
}

async function openTopic(context: GraphContext, args: TopicArgs): Promise<AsyncGenerator<PlacedEvent>> {
  const scope = context.scope(args.workspaceId);
  const after = cursorOf(context, args.after);
  const flowIds = args.flowId ? [args.flowId] : args.flowIds;
  requireFilters({ flowIds, statuses: args.statuses });
  const topic: Topic = { workspaceId: scope.workspaceId };
  if (flowIds) topic.flowIds = await Promise.all(flowIds.map(async (id) => (await flowOf(scope, id)).id));
  if (args.statuses) topic.statuses = args.statuses;
  return followFeed(sourceOf(context, topic), topic, after, args.steps === false);
}

/** @throws AppError VALIDATION_FAILED */
function cursorOf({ resumeAfter }: GraphContext, after: string | null | undefined): Cursor | null {
  const text = resumeAfter ?? after;
  return text ? parseCursor(text) : null;
}

/** The most flows, and statuses, that one subscription may name. */
const filtersAtMost = 100;

/** @throws AppError VALIDATION_FAILED */
function requireFilters(filters: Record<string, readonly unknown[] | null | undefined>): void {
  const violations = Object.entries(filters).flatMap(([field, values]) =>
    values && (values.length === 0 || values.length > filtersAtMost)
      ? [{ field, message: `${field} must contain at least 1 and at most ${filtersAtMost} values. Omit it for all.` }]
      : [],
  );
  if (violations.length > 0) throw validationFailed(violations);
}

/** @throws AppError NOT_FOUND */
async function flowOf(scope: Scope, id: string): Promise<Flow> {
  const flow = await scope.loader(flowById).load(requireId(id, 'flow'));
  if (!flow) throw notFound('flow');
  return flow;
}

/** The position in an execution's log at which a cursor was received, of whichever event it is. */
async function numberAt(
  { sql }: EventSource,
  topic: Required<Pick<Topic, 'workspaceId' | 'executionId'>>,
  cursor: Cursor,
): Promise<EventNumber> {
  const isOwn = cursor.executionId === topic.executionId;
  // Before the number is used: the same numbers of a history that was undone stand for other events. What follows an event of
  // the execution is kept as long as the execution.
  const at = isOwn ? Number.POSITIVE_INFINITY : cursor.at;
  await requireCurrent(sql, 'events', { epoch: cursor.epoch, at, since: cursor.batch?.since ?? null });
  return isOwn ? cursor.number : lastEventAt(sql, topic, cursor);
}

function sourceOf(context: GraphContext, { workspaceId }: Topic): EventSource {
  const { services, signal, caller } = context;
  const { principal } = caller;
  const find = () => (principal ? findAccess(services, principal, workspaceId) : Promise.resolve(null));
  // An event repeats a check that failed.
  const expect = (read: object) => void accessOnce(read, caller, workspaceId, find).catch(() => undefined);
  const source = { sql: services.db.within(workspaceId), services, feed: services.get(executionFeed), expect };
  return { ...source, ...(signal && { signal }) };
}

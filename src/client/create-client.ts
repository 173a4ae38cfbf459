import { watchChanges, watchExecution, watchWorkspace } from './documents.js';
import { ApiError } from './errors.js';
import type { Operations } from './generated/operations.js';
import { type Route, routes } from './generated/routes.js';
import type {
  ChangedType,
  ExecutionStatus,
  WatchChangesSubscription,
  WatchExecutionSubscription,
  WatchWorkspaceSubscription,
} from './generated/subscriptions.js';
import { Progress } from './reached.js';
import { readList } from './read-list.js';
import { type Input, sendRequest } from './send-request.js';
import {
  type Answer,
  type ClientOptions,
  type Page,
  type RequestOptions,
  readOptions,
  type Settings,
} from './settings.js';
import { createWatcher, type Watcher, type WatchOptions } from './watch.js';

/** An event of {@link Client.watchExecution}. */
export type ExecutionEvent = WatchExecutionSubscription['executionUpdated'];
/** An event of {@link Client.watchWorkspace}. */
export type WorkspaceEvent = WatchWorkspaceSubscription['workspaceExecutionUpdated'];

/** A change of {@link Client.watchChanges}. Read the record with its own function. */
export type WorkspaceChange = WatchChangesSubscription['workspaceChanged'];

/** A function for each operation of the REST API, by its `operationId`, and live events. */
export interface Client extends Operations, Watcher {
  /** The events of one execution from its start, or behind `after`. Ends with the execution. */
  watchExecution(executionId: string, options?: WorkspaceWatchOptions): AsyncGenerator<ExecutionEvent, void, undefined>;
  /** The events of all executions of the workspace, from now on, or behind `after`. */
  watchWorkspace(options?: WorkspaceWatchOptions & EventFilter): AsyncGenerator<WorkspaceEvent, void, undefined>;
  /** Which records of the workspace were created, updated or deleted, from now on, or behind `after`. */
  watchChanges(options?: WorkspaceWatchOptions & ChangeFilter): AsyncGenerator<WorkspaceChange, void, undefined>;
  /**
   * Resolves when a loop over `watchChanges` of this client has processed the write with this cursor, or a later one.
   * @param cursor of the answer to the write, see `withResponse`
   */
  waitFor(cursor: string, options?: Pick<WorkspaceWatchOptions, 'workspaceId' | 'signal'>): Promise<void>;
}

export interface EventFilter {
  /** Only executions of these flows, 1 to 100. */
  flowIds?: string[];
  /** Only events at which the execution has one of these statuses. */
  statuses?: ExecutionStatus[];
  /** False: several changes of an execution at once are one event with its newest state. Defaults to true. */
  steps?: boolean;
}

export interface ChangeFilter {
  /** Only records of these types. Defaults to all. */
  types?: ChangedType[];
}

export interface WorkspaceWatchOptions extends WatchOptions {
  /** Defaults to the workspace of the client. */
  workspaceId?: string;
}

/**
 * A client of one server.
 * @throws TypeError for options that are not valid
 */
export function createClient(options: ClientOptions): Client {
  const settings = readOptions(options);
  const functions = Object.entries(routes).map(([name, route]) => [name, operationOf(settings, route)]);
  const { watch, close } = createWatcher(settings);
  const progress = new Progress();
  return {
    ...(Object.fromEntries(functions) as Operations),
    watch,
    close,
    watchExecution: (executionId, options = {}) =>
      watch<ExecutionEvent>(watchExecution, { workspaceId: workspaceOf(settings, options), executionId }, options),
    watchWorkspace: ({ flowIds, statuses, steps, ...options } = {}) => {
      const variables = { workspaceId: workspaceOf(settings, options), flowIds, statuses, steps };
      return watch<WorkspaceEvent>(watchWorkspace, variables, options);
    },
    async *watchChanges({ types, ...options } = {}) {
      const workspaceId = workspaceOf(settings, options);
      for await (const change of watch<WorkspaceChange>(watchChanges, { workspaceId, types }, options)) {
        yield change;
        // The loop asks for the next one: this one is processed.
        progress.reached(workspaceId, change.cursor);
      }
    },
    waitFor: async (cursor, options = {}) => progress.waitFor(workspaceOf(settings, options), cursor, options.signal),
  };
}

function operationOf(settings: Settings, route: Route) {
  return (input: Input = {}, options: RequestOptions = {}) => {
    const send = (more: Input) => sendRequest(settings, route, { ...input, ...more }, options);
    const read = async (more: Input) => dataIn(await send(more)) as Page<unknown>;
    const answer = send({});
    const data = answer.then(dataIn);
    const withResponse = () => {
      // Only the answer was asked for.
      data.catch(() => {});
      return answer;
    };
    return Object.assign(readList(data as Promise<Page<unknown>>, read), { withResponse });
  };
}

/** @throws ApiError if there is none */
function dataIn({ data, notModified, status, etag }: Answer<unknown>): unknown {
  if (!notModified) return data;
  const message = 'The content has not changed since ifNoneMatch. Call withResponse() to read notModified.';
  throw new ApiError({ code: 'NOT_MODIFIED', message, status, etag });
}

/** @throws TypeError */
function workspaceOf(settings: Settings, { workspaceId = settings.workspaceId }: WorkspaceWatchOptions): string {
  if (workspaceId) return workspaceId;
  throw new TypeError('workspaceId is required, here or in createClient.');
}

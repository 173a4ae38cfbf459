import { useSyncExternalStore } from 'react';
import type { Watcher } from '../../client/watch';
import type { ChangedType } from '../generated/graphql';
import { graphql, type ResultOf } from './graphql';

const recordsOf = graphql(`
  subscription DashboardChanges($workspaceId: ID!, $after: String) {
    workspaceChanged(workspaceId: $workspaceId, after: $after) {
      cursor
      type
    }
  }
`);

const executionsOf = graphql(`
  subscription DashboardExecutions($workspaceId: ID!, $after: String) {
    workspaceExecutionUpdated(workspaceId: $workspaceId, after: $after, steps: false) {
      cursor
    }
  }
`);

/** What a query can show: records whose changes are announced, executions, and what only this page changes. */
export type Live =
  | ChangedType
  | 'agent'
  | 'api_key'
  | 'approval'
  | 'campaign_recipient'
  | 'definition'
  | 'draft'
  | 'execution'
  | 'file'
  | 'folder'
  | 'me'
  | 'secret'
  | 'test_call'
  | 'sequence'
  | 'session'
  | 'template'
  | 'variable'
  | 'webhook'
  | 'workspace';

/** Whether live events arrive. */
export type Connection = 'connecting' | 'connected' | 'lost';

let connection: Connection = 'connecting';
const watching = new Set<() => void>();

let opened: Promise<Watcher> | undefined;

/** The connection for live events, which is loaded and opened with the first of them. */
function open(): Promise<Watcher> {
  opened ??= import('./watcher').then(({ createPageWatcher }) =>
    createPageWatcher((state) => {
      connection = state;
      for (const notify of watching) notify();
    }),
  );
  return opened;
}

/** Live events, each once, also after lost connections. */
export const watcher: Pick<Watcher, 'watch'> & { close(): Promise<void> } = {
  async *watch(query, variables, options) {
    yield* (await open()).watch(query, variables, options);
  },
  async close() {
    (await open()).close();
  },
};

/** The state of the connection, as it changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    (notify) => {
      watching.add(notify);
      return () => watching.delete(notify);
    },
    () => connection,
  );
}

/** The positions of the changes of a type, null if one has none: it was of an execution, or many were missed. */
export type Positions = readonly string[] | null;

type Listener = (types: { get(type: Live): Positions | undefined }) => void;
const listeners = new Set<Listener>();
const changed = new Map<Live, Positions>();

/** What arrives within this many milliseconds is read together. */
const together = 100;
/** Of more changes of a type at once, positions are not kept. */
const mostPositions = 50;

/** Calls back with the types of records that changed. @returns what ends that */
export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(type: Live, position: string | null): void {
  const isFirst = changed.size === 0;
  const former = changed.get(type);
  const isKept = position !== null && former !== null && (former?.length ?? 0) < mostPositions;
  changed.set(type, isKept ? [...(former ?? []), position] : null);
  if (!isFirst) return;
  setTimeout(() => {
    const types = new Map(changed);
    changed.clear();
    for (const listener of listeners) listener(types);
  }, together);
}

/** Follows a workspace until `signal` is aborted: its records, and its executions. */
export function followWorkspace(workspaceId: string, signal: AbortSignal): void {
  void follow(signal, async () => {
    type Change = ResultOf<typeof recordsOf>['workspaceChanged'];
    const events = watcher.watch<Change>(String(recordsOf), { workspaceId }, { signal });
    for await (const { type, cursor } of events) notify(type, cursor);
  });
  void follow(signal, async () => {
    const events = watcher.watch(String(executionsOf), { workspaceId }, { signal });
    for await (const _ of events) notify('execution', null);
  });
}

/** Starts again from now on when what was missed can no longer be read, and gives up when the access was taken away. */
async function follow(signal: AbortSignal, watch: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      await watch();
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'CURSOR_EXPIRED') return;
      for (const listener of listeners) listener(everything);
    }
  }
}

/** Stands for all types. */
const everything = { get: () => null };

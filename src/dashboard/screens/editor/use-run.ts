import { useEffect, useState } from 'react';
import { graphql, type ResultOf } from '../../api/graphql';
import { watcher } from '../../api/live';

const watchRun = graphql(`
  subscription EditorRun($workspaceId: ID!, $executionId: ID!, $after: String) {
    executionUpdated(workspaceId: $workspaceId, executionId: $executionId, after: $after) {
      cursor
      execution {
        id
        status
        phase
        durationMs
        error {
          code
          message
          nodeId
        }
      }
      step {
        id
        nodeId
        name
        status
        iteration
        durationMs
        handle
        error {
          code
          message
        }
      }
    }
  }
`);

type RunEvent = ResultOf<typeof watchRun>['executionUpdated'];
export type RunStep = NonNullable<RunEvent['step']>;

/** A run as far as its events report. */
export interface Run {
  executionId: string;
  execution: RunEvent['execution'] | null;
  /** The steps by ID, in the order of their first event. */
  steps: ReadonlyMap<string, RunStep>;
  error: unknown;
}

/** What the canvas shows of a node in a run. */
export interface NodeRun {
  status: RunStep['status'];
  /** Steps of the node: more than one in loops. */
  count: number;
  durationMs: number | null;
  message: string | null;
}

const rank: Record<RunStep['status'], number> = {
  skipped: 0,
  completed: 1,
  cancelled: 2,
  waiting: 3,
  running: 4,
  failed: 5,
};

/** The state of a run after an event. */
export function withEvent(run: Run, { execution, step }: RunEvent): Run {
  if (!step) return { ...run, execution };
  return { ...run, execution, steps: new Map(run.steps).set(step.id, step) };
}

/** What each node does in a run: of several steps, what matters most. */
export function nodesOf(run: Run | null): ReadonlyMap<string, NodeRun> {
  const nodes = new Map<string, NodeRun>();
  for (const { nodeId, status, durationMs, error } of run?.steps.values() ?? []) {
    const former = nodes.get(nodeId);
    nodes.set(nodeId, {
      status: former && rank[former.status] > rank[status] ? former.status : status,
      count: (former?.count ?? 0) + 1,
      durationMs:
        durationMs === null || durationMs === undefined
          ? (former?.durationMs ?? null)
          : durationMs + (former?.durationMs ?? 0),
      message: error?.message ?? former?.message ?? null,
    });
  }
  return nodes;
}

/** Follows a run, event by event. Events of one moment are shown together. */
export function useRun(workspaceId: string, executionId: string | null): Run | null {
  const [run, setRun] = useState<Run | null>(null);
  useEffect(() => {
    if (!executionId) return setRun(null);
    let state: Run = { executionId, execution: null, steps: new Map(), error: null };
    setRun(state);
    const ended = new AbortController();
    let frame = 0;
    const show = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setRun(state);
      });
    };
    const follow = async () => {
      type Event = { cursor: string } & RunEvent;
      const events = watcher.watch<Event>(String(watchRun), { workspaceId, executionId }, { signal: ended.signal });
      for await (const event of events) {
        state = withEvent(state, event);
        show();
      }
    };
    follow().catch((error) => {
      state = { ...state, error };
      show();
    });
    return () => {
      ended.abort();
      cancelAnimationFrame(frame);
    };
  }, [workspaceId, executionId]);
  return run;
}

/** A step of a run, as its last event says. */
export interface RunStep {
  id: string;
  nodeId: string;
  name: string;
  status: 'running' | 'waiting' | 'completed' | 'failed' | 'skipped' | 'cancelled';
  iteration?: string | null;
  durationMs?: number | null;
  handle?: string | null;
  error?: { code: string; message: string } | null;
}

/** What an event says of the execution itself. */
export interface RunExecution {
  status: string;
  phase: string;
  durationMs?: number | null;
  error?: { code: string; message: string } | null;
}

/** A run as far as its events report. */
export interface Run {
  executionId: string;
  execution: RunExecution | null;
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
export function withEvent(run: Run, { execution, step }: { execution: RunExecution; step?: RunStep | null }): Run {
  return step ? { ...run, execution, steps: new Map(run.steps).set(step.id, step) } : { ...run, execution };
}

/** What each node does in a run: of several steps, what matters most. */
export function nodesOf(run: Run | null): ReadonlyMap<string, NodeRun> {
  const nodes = new Map<string, NodeRun>();
  for (const { nodeId, status, durationMs } of run?.steps.values() ?? []) {
    const former = nodes.get(nodeId);
    nodes.set(nodeId, {
      status: former && rank[former.status] > rank[status] ? former.status : status,
      count: (former?.count ?? 0) + 1,
      durationMs: durationMs == null ? (former?.durationMs ?? null) : durationMs + (former?.durationMs ?? 0),
    });
  }
  return nodes;
}

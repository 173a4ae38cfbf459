/** The states of a step. */
export type StepState = 'running' | 'waiting' | 'completed' | 'failed' | 'skipped' | 'cancelled';

/** A step as it was at some moment. */
export interface StepView {
  id: string;
  nodeId: string;
  /** In loops, the index of the item, for example `4` or `0.2`. */
  iteration?: string | null;
  status: StepState;
  attempt: number;
  startedAt: string;
  finishedAt?: string | null;
  handle?: string | null;
  resumeAt?: string | null;
  interruptions: number;
  error?: { code: string; message: string } | null;
}

/** What the execution itself was at some moment. */
export interface RunView {
  status: 'running' | 'completed' | 'failed' | 'cancelled';
  phase: 'active' | 'queued' | 'waiting' | 'held' | 'done';
}

/** One change: of a step, of the execution, or of both. */
export interface RunEvent {
  /** Milliseconds since 1970. */
  at: number;
  step: StepView | null;
  run: RunView;
}

/** What happened to a node so far, in all its iterations. */
export interface NodeProgress {
  counts: Record<StepState, number>;
  /** Attempts beyond the first of each step. */
  retries: number;
  /** Sum of the times of its steps that have ended, in milliseconds. */
  busyMs: number;
  /** How often its steps went on by each handle; the steps of items do not. */
  handles: Map<string, number>;
  /** The number of loops around it. Steps that are deeper are those of its items, if it runs once for each item of a list. */
  depth: number;
  /** Steps of items, and those of them that failed. */
  items: number;
  failedItems: number;
  /** The step that changed last. */
  last: StepView;
}

/** An execution at one moment: the fold of its events up to it. */
export interface RunState {
  run: RunView;
  /** By their IDs, in order of their start. */
  steps: Map<string, StepView>;
  nodes: Map<string, NodeProgress>;
  /** The node that changed last. */
  latest: StepView | null;
  /** Milliseconds since 1970; of the last event. */
  at: number;
}

/** An execution before its first event. */
export function emptyRun(at: number): RunState {
  const run: RunView = { status: 'running', phase: 'active' };
  return { run, steps: new Map(), nodes: new Map(), latest: null, at };
}

/**
 * The execution after further events. The former state stays as it is. An event of a step that is known replaces it, so
 * that an event that arrives twice changes nothing.
 */
export function foldEvents(state: RunState, events: Iterable<RunEvent>): RunState {
  const next: RunState = { ...state, steps: new Map(state.steps), nodes: new Map(state.nodes) };
  const owned = new Set<string>();
  for (const { at, step, run } of events) {
    next.run = run;
    next.at = Math.max(next.at, at);
    if (!step) continue;
    const former = next.steps.get(step.id);
    next.steps.set(step.id, step);
    next.latest = step;
    const progress = ownProgress(next.nodes, owned, step);
    if (former) count(progress, former, -1);
    count(progress, step, 1);
    progress.last = step;
  }
  return next;
}

/** The progress of a node, copied once for each fold, so that former states keep theirs. */
function ownProgress(nodes: Map<string, NodeProgress>, owned: Set<string>, step: StepView): NodeProgress {
  const known = nodes.get(step.nodeId);
  if (known && owned.has(step.nodeId)) return known;
  const progress: NodeProgress = known
    ? { ...known, counts: { ...known.counts }, handles: new Map(known.handles) }
    : {
        counts: { running: 0, waiting: 0, completed: 0, failed: 0, skipped: 0, cancelled: 0 },
        retries: 0,
        busyMs: 0,
        handles: new Map(),
        depth: depthOf(step),
        items: 0,
        failedItems: 0,
        last: step,
      };
  nodes.set(step.nodeId, progress);
  owned.add(step.nodeId);
  return progress;
}

function count(progress: NodeProgress, step: StepView, by: 1 | -1): void {
  const { counts, handles } = progress;
  counts[step.status] += by;
  progress.retries += by * Math.max(0, step.attempt - 1);
  const isItem = depthOf(step) > progress.depth;
  if (isItem) progress.items += by;
  if (isItem && step.status === 'failed') progress.failedItems += by;
  // A step that ran for items took the time of these.
  if (isItem || progress.items === 0) progress.busyMs += by * (durationOf(step) ?? 0);
  if (step.handle && !isItem) handles.set(step.handle, (handles.get(step.handle) ?? 0) + by);
}

const depthOf = ({ iteration }: StepView): number => (iteration ? iteration.split('.').length : 0);

/** Milliseconds from the start of a step to its end; null before it. */
export function durationOf({ status, startedAt, finishedAt }: StepView): number | null {
  if (!finishedAt || status === 'skipped') return null;
  return Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt));
}

/** The order in which the states of a node's steps decide on its own. */
const decisive = ['running', 'waiting', 'failed', 'completed', 'cancelled', 'skipped'] as const;

/** The state of a node over all its steps: what still happens, else the worst that has happened. */
export function stateOfNode({ counts }: NodeProgress): StepState {
  return decisive.find((state) => counts[state] > 0) ?? 'skipped';
}

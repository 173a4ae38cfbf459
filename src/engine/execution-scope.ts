import type { Plan, PlannedNode } from './plan.js';
import type { StepState } from './step.js';
import { isSettled, type Visit, visitKey } from './visit.js';

/** Where one visit stands. Its fate is decided once; what arrives later changes nothing. */
export interface Join {
  arrived: number;
  dead: number;
  fate: 'open' | 'start' | 'skip' | 'settled';
}

/** One iteration of a loop's body, or the top level. */
export interface ExecutionScope {
  iteration: string;
  joins: Map<string, Join>;
  /** Visits that were started and are not settled. The scope is over when there are none. */
  open: number;
  over: boolean;
  /** A step of it failed by no handle: nothing more starts in it. */
  failed: boolean;
  owner: OpenLoop | null;
}

/** A loop whose items are on their way. */
export interface OpenLoop {
  nodeId: string;
  /** The scope that the loop itself runs in. */
  scope: ExecutionScope;
  count: number;
  index: number;
  results: unknown[];
  closed: boolean;
}

/** The key of a scope: sibling loops have the same iterations. */
export function scopeKey(loop: string | null, iteration: string): string {
  return `${iteration}\u0000${loop ?? ''}`;
}

/** The join of a node in a scope; a new one where there is none. */
export function joinIn(scope: ExecutionScope, nodeId: string): Join {
  let join = scope.joins.get(nodeId);
  if (!join) {
    join = { arrived: 0, dead: 0, fate: 'open' };
    scope.joins.set(nodeId, join);
  }
  return join;
}

/** What the edges that arrived and died so far make of a visit. */
export function fateOf(node: PlannedNode, join: Join): 'open' | 'start' | 'skip' {
  if (node.join === 'any' && join.arrived > 0) return 'start';
  if (join.arrived + join.dead < node.incoming.length) return 'open';
  return join.arrived > 0 ? 'start' : 'skip';
}

/** True when the item failed, or a loop around it was settled: nothing in it starts any more. */
export function isClosed(scope: ExecutionScope): boolean {
  for (let inner: ExecutionScope | undefined = scope; inner; inner = inner.owner?.scope) {
    if (inner.failed || inner.owner?.closed) return true;
  }
  return false;
}

/** The source handle that a step left by; null while it is under way, and for skipped and cancelled steps. */
export function leftBy(step: StepState): string | null {
  return isSettled(step) && step.status !== 'skipped' && step.status !== 'cancelled' ? step.handle : null;
}

/** The items of a loop's step that is under way; none on any other step. */
export function loopItems(step: StepState): readonly unknown[] {
  const output = step.output;
  if (typeof output !== 'object' || output === null || !('items' in output)) return [];
  return Array.isArray(output.items) ? output.items : [];
}

/** What an item brought to its loop's `next`: one node's output, several by node id, null where none came. */
export function itemResult(plan: Plan, steps: ReadonlyMap<string, StepState>, { nodeId, iteration }: Visit): unknown {
  const outputs = new Map<string, unknown>();
  for (const edge of plan.nodes.get(nodeId)?.returns ?? []) {
    const step = steps.get(visitKey({ nodeId: edge.source, iteration }));
    if (step && leftBy(step) === edge.sourceHandle) outputs.set(edge.source, step.output ?? null);
  }
  return outputs.size > 1 ? Object.fromEntries(outputs) : ([...outputs.values()][0] ?? null);
}

import { contentOf } from './large-value.js';
import type { Plan, PlannedNode } from './plan.js';
import type { StepState } from './step.js';
import { isSettled, type Visit, visitKey } from './visit.js';

/** The state of one visit. Its fate is decided once; later arrivals do not change it. */
export interface Join {
  arrived: number;
  dead: number;
  fate: 'open' | 'start' | 'skip' | 'settled';
}

/** One iteration of a loop's body, or the top level. */
export interface ExecutionScope {
  iteration: string;
  joins: Map<string, Join>;
  /** The number of visits that started and have not settled. The scope is over at 0. */
  open: number;
  over: boolean;
  /** One of its steps failed without a handle: nothing more starts in it. */
  failed: boolean;
  owner: OpenLoop | null;
}

/** A loop that is running its items. */
export interface OpenLoop {
  nodeId: string;
  /** The scope that the loop itself runs in. */
  scope: ExecutionScope;
  count: number;
  index: number;
  results: unknown[];
  closed: boolean;
}

/** The key of a scope. It contains the loop, because sibling loops have the same iterations. */
export function scopeKey(loop: string | null, iteration: string): string {
  return `${iteration}\u0000${loop ?? ''}`;
}

/** The join of a node in a scope; created where there is none yet. */
export function joinIn(scope: ExecutionScope, nodeId: string): Join {
  let join = scope.joins.get(nodeId);
  if (!join) {
    join = { arrived: 0, dead: 0, fate: 'open' };
    scope.joins.set(nodeId, join);
  }
  return join;
}

/** The fate of a visit by the edges that have arrived and died so far. */
export function fateOf(node: PlannedNode, join: Join): 'open' | 'start' | 'skip' {
  if (node.join === 'any' && join.arrived > 0) return 'start';
  if (join.arrived + join.dead < node.incoming.length) return 'open';
  return join.arrived > 0 ? 'start' : 'skip';
}

/** True when the item failed, or a loop around it has settled: nothing in it starts any more. */
export function isClosed(scope: ExecutionScope): boolean {
  for (let inner: ExecutionScope | undefined = scope; inner; inner = inner.owner?.scope) {
    if (inner.failed || inner.owner?.closed) return true;
  }
  return false;
}

/** The source handle that a step left by; null before it has settled, and for skipped and cancelled steps. */
export function leftBy(step: StepState): string | null {
  return isSettled(step) && step.status !== 'skipped' && step.status !== 'cancelled' ? step.handle : null;
}

/** The items of a running loop's step; empty for any other step. */
export function loopItems(step: StepState): readonly unknown[] {
  const output = contentOf(step.output);
  if (typeof output !== 'object' || output === null || !('items' in output)) return [];
  return Array.isArray(output.items) ? output.items : [];
}

/** The result of an item: the output of the node that leads to `next`, of several a map by node ID, null of none. */
export function itemResult(plan: Plan, steps: ReadonlyMap<string, StepState>, { nodeId, iteration }: Visit): unknown {
  const outputs = new Map<string, unknown>();
  for (const edge of plan.nodes.get(nodeId)?.returns ?? []) {
    const step = steps.get(visitKey({ nodeId: edge.source, iteration }));
    if (step && leftBy(step) === edge.sourceHandle) outputs.set(edge.source, step.output ?? null);
  }
  return outputs.size > 1 ? Object.fromEntries(outputs) : ([...outputs.values()][0] ?? null);
}

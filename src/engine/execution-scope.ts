import { contentOf } from './large-value.js';
import { eachResult } from './loop-items.js';
import type { Plan, PlannedNode } from './plan.js';
import type { ItemError, LoopProgress, StepState } from './step.js';
import { isSettled, type Visit, visitKey } from './visit.js';

/** The state of one visit. Its fate is decided once; later arrivals do not change it. */
export interface Join {
  arrived: number;
  dead: number;
  /** How many of the dead edges are late ones: see `PlannedNode.lateEdges`. */
  lateDead: number;
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
  /** One of its steps left by an edge into `break`: the loop ends with it. */
  breaks: boolean;
  /** Of the top level: the nodes that go on after an exit has ended the rest; null before. */
  keeps: ReadonlySet<string> | null;
  owner: OpenLoop | null;
}

/** A loop that is running its iterations. */
export interface OpenLoop {
  nodeId: string;
  /** The scope that the loop itself runs in. */
  scope: ExecutionScope;
  /** The number of items; null if a condition decides before each iteration. */
  count: number | null;
  concurrency: number;
  next: number;
  open: Map<number, ExecutionScope>;
  /** No other iteration begins. */
  ended: boolean;
  /** Results by index. Those of iterations that finished before the state was rebuilt are missing. */
  results: Map<number, unknown>;
  /** Of a node with `each`: the items that failed, likewise. */
  errors: ItemError[];
  /** Number of steps of finished iterations. */
  steps: number;
  closed: boolean;
}

/** The key of a scope. It contains the loop, because sibling loops have the same iterations. */
export function scopeKey(loop: string | null, iteration: string): string {
  return `${iteration}\u0000${loop ?? ''}`;
}

/** A scope in which nothing has happened yet. */
export function newScope(iteration: string, owner: OpenLoop | null): ExecutionScope {
  return { iteration, joins: new Map(), open: 0, over: false, failed: false, breaks: false, keeps: null, owner };
}

/** The join of a node in a scope; created where there is none yet. */
export function joinIn(scope: ExecutionScope, nodeId: string): Join {
  let join = scope.joins.get(nodeId);
  if (!join) {
    join = { arrived: 0, dead: 0, lateDead: 0, fate: 'open' };
    scope.joins.set(nodeId, join);
  }
  return join;
}

/**
 * The fate of a visit by the edges that have arrived and died so far. A node that more branches must reach than can still arrive
 * is skipped. Before an exit nothing waits for its branch, but what only it leads to is skipped with it alone.
 */
export function fateOf(node: PlannedNode, join: Join, { keeps }: ExecutionScope): 'open' | 'start' | 'skip' {
  if (keeps) return fateBy(node.join, node.incoming.length, join);
  const usual = node.incoming.length - node.lateEdges;
  const fate = fateBy(node.join, usual, { arrived: join.arrived, dead: join.dead - join.lateDead });
  return fate === 'skip' && join.lateDead < node.lateEdges ? 'open' : fate;
}

function fateBy(
  join: PlannedNode['join'],
  edges: number,
  { arrived, dead }: Pick<Join, 'arrived' | 'dead'>,
): 'open' | 'start' | 'skip' {
  if (join === 'all') {
    if (arrived + dead < edges) return 'open';
    return arrived > 0 ? 'start' : 'skip';
  }
  const needed = Math.max(1, Math.min(join, edges));
  if (arrived >= needed) return 'start';
  return edges - dead < needed ? 'skip' : 'open';
}

/** True for a node in a scope where an exit has ended it, or a merge has continued without it and cancels it. */
export function hasLost(node: PlannedNode, scope: ExecutionScope): boolean {
  if (scope.keeps && !scope.keeps.has(node.node.id)) return true;
  return node.losesTo.some((merge) => {
    const fate = scope.joins.get(merge)?.fate;
    return fate === 'start' || fate === 'settled';
  });
}

/** True when the iteration failed, or a loop around it has settled: nothing in it starts any more. */
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

/** A loop whose step has just begun it, or continues it where it was. Its open iterations are not opened yet. */
export function newLoop(step: StepState, scope: ExecutionScope): OpenLoop {
  const { concurrency = 1, next = 0, ended = false, steps = 0 } = step.progress ?? {};
  const count = isConditional(step) ? null : loopItems(step).length;
  const { nodeId } = step;
  const nothingYet = { open: new Map(), results: new Map(), errors: [], closed: false };
  return { nodeId, scope, count, concurrency, next, ended, steps, ...nothingYet };
}

/** How far a loop is, as it is stored. */
export function progressOf({ concurrency, next, open, ended, steps }: OpenLoop): LoopProgress {
  return { concurrency, next, open: [...open.keys()], ended, steps };
}

/** The items of a running loop's step; empty for any other step. */
export function loopItems(step: StepState): readonly unknown[] {
  const items = itemsIn(step);
  return Array.isArray(items) ? items : [];
}

/** True for the step of a running loop that has a condition instead of items. */
export function isConditional(step: StepState): boolean {
  return itemsIn(step) === null;
}

function itemsIn(step: StepState): unknown {
  const output = contentOf(step.output);
  return typeof output === 'object' && output !== null && 'items' in output ? output.items : undefined;
}

/**
 * The result of an iteration: the output of the node that leads to `next` or `break`, of several a map by node ID, null
 * of none.
 */
export function itemResult(plan: Plan, steps: ReadonlyMap<string, StepState>, item: Visit): unknown {
  const { nodeId, iteration } = item;
  const loop = plan.nodes.get(nodeId);
  if (loop?.each) {
    const step = steps.get(visitKey(item));
    return eachResult(loop, step, step ? leftBy(step) : null);
  }
  const outputs = new Map<string, unknown>();
  for (const edge of loop?.returns ?? []) {
    const step = steps.get(visitKey({ nodeId: edge.source, iteration }));
    if (step && leftBy(step) === edge.sourceHandle) outputs.set(edge.source, step.output ?? null);
  }
  return outputs.size > 1 ? Object.fromEntries(outputs) : ([...outputs.values()][0] ?? null);
}

import { leftBy, loopItems } from './execution-scope.js';
import { isLoop, loopHandles } from './handles.js';
import { LargeValue } from './large-value.js';
import { isItemVisit, nodeAt, readableOutput, wholeVisit } from './loop-items.js';
import type { Plan } from './plan.js';
import type { StepState } from './step.js';
import { splitIteration, type Visit, visitKey } from './visit.js';

/** The steps of an execution: a list, or `ExecutionState.steps`, which is indexed already. */
export type Steps = readonly StepState[] | ReadonlyMap<string, StepState>;

/** The value of the root `loop` in expressions. */
export interface LoopItem {
  item: unknown;
  index: number;
}

/**
 * The outputs that arrived at a visit, by node ID. At the entry of a loop's body the loop's output is `{item, index}`.
 */
export function inputsOf(plan: Plan, steps: Steps, visit: Visit): Record<string, unknown> {
  const recorded = byVisit(steps);
  const inputs = new Map<string, unknown>();
  const { nodeId, iteration } = wholeVisit(plan, visit);
  for (const edge of plan.nodes.get(nodeId)?.incoming ?? []) {
    if (isBodyEntry(plan, edge.source, edge.sourceHandle)) {
      inputs.set(edge.source, itemOf(recorded, edge.source, iteration));
      continue;
    }
    const step = recorded.get(visitKey({ nodeId: edge.source, iteration }));
    if (step && leftBy(step) === edge.sourceHandle) inputs.set(edge.source, step.output ?? null);
  }
  return Object.fromEntries(inputs);
}

/**
 * The outputs that expressions of a visit read as `steps`: of the steps that completed in its iteration and in those
 * around it. A failed step is visible with its `error` and the fields of its output; a loop around the visit as
 * `{item, index}`.
 * @param read the content of a large value that was read
 */
export function visibleOutputs(
  plan: Plan,
  steps: Steps,
  visit: Visit,
  read: (output: unknown) => unknown = (output) => output,
): Record<string, unknown> {
  const recorded = byVisit(steps);
  const around = enclosing(plan, visit);
  const outputs = new Map<string, unknown>();
  for (const [nodeId, node] of plan.nodes) {
    const inner = around.get(nodeId);
    if (inner !== undefined) {
      outputs.set(nodeId, itemOf(recorded, nodeId, inner));
      continue;
    }
    const iteration = around.get(node.loop);
    if (iteration === undefined) continue;
    const step = recorded.get(visitKey({ nodeId, iteration }));
    if (step?.status === 'completed') outputs.set(nodeId, readableOutput(node, step, read(step.output)) ?? null);
    if (step?.status === 'failed') outputs.set(nodeId, failedOutput(step, read(step.output)));
  }
  return Object.fromEntries(outputs);
}

/** What expressions read of a failed step: the fields of its output, if that is an object, and its `error`. */
function failedOutput({ nodeId, error }: StepState, output: unknown): unknown {
  // It has to be read first.
  if (output instanceof LargeValue) return output;
  const fields = typeof output === 'object' && !Array.isArray(output) ? output : null;
  return { ...fields, ...(error && { error: { nodeId, ...error } }) };
}

/** The current item of the innermost loop around a visit; null outside of loops. */
export function loopItemOf(plan: Plan, steps: Steps, visit: Visit): LoopItem | null {
  const { nodeId, iteration } = wholeVisit(plan, visit);
  const loop = plan.nodes.get(nodeId)?.loop;
  return loop == null ? null : itemOf(byVisit(steps), loop, iteration);
}

/** The item of a visit for one item of a node with `each`; null for any other visit. */
export function eachItemOf(plan: Plan, steps: Steps, visit: Visit): LoopItem | null {
  return isItemVisit(plan, visit) ? itemOf(byVisit(steps), visit.nodeId, visit.iteration) : null;
}

/**
 * The nodes that can have run before a node in the same execution: its ancestors. Nodes of a loop's body are not upstream
 * of the nodes after the loop; the loops around a node are upstream of it.
 */
export function upstreamOf(plan: Plan, nodeId: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const stack = [nodeId];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    for (const edge of plan.nodes.get(id)?.incoming ?? []) {
      if (seen.has(edge.source)) continue;
      seen.add(edge.source);
      stack.push(edge.source);
    }
  }
  return seen;
}

/**
 * The output of an execution: that of its completed end node, which is a top-level node from which no edge was followed.
 * Of several end nodes, a map by node ID; null without any.
 */
export function executionOutput(plan: Plan, steps: Steps): unknown {
  const outputs = new Map<string, unknown>();
  for (const step of byVisit(steps).values()) {
    const node = nodeAt(plan, step);
    if (!node || node.loop !== null || step.status !== 'completed') continue;
    const handle = leftBy(step);
    if (handle === null || !node.outgoing.has(handle)) outputs.set(step.nodeId, step.output ?? null);
  }
  return outputs.size > 1 ? Object.fromEntries(outputs) : ([...outputs.values()][0] ?? null);
}

/** True for a visit in an iteration of a loop, at any depth. */
export function isInLoop(plan: Plan, visit: Visit, loop: Visit): boolean {
  let { iteration } = visit;
  let around = nodeAt(plan, visit)?.loop ?? null;
  while (around !== null) {
    iteration = splitIteration(iteration).outer;
    if (around === loop.nodeId) return iteration === loop.iteration;
    around = plan.nodes.get(around)?.loop ?? null;
  }
  return false;
}

function byVisit(steps: Steps): ReadonlyMap<string, StepState> {
  return steps instanceof Map ? steps : new Map((steps as readonly StepState[]).map((step) => [visitKey(step), step]));
}

function isBodyEntry(plan: Plan, source: string, handle: string): boolean {
  const node = plan.nodes.get(source);
  return node !== undefined && isLoop(node.shape) && handle === loopHandles.item;
}

/** The item of a loop in one of its iterations. */
function itemOf(recorded: ReadonlyMap<string, StepState>, loop: string, iteration: string): LoopItem {
  const { outer, index } = splitIteration(iteration);
  const step = recorded.get(visitKey({ nodeId: loop, iteration: outer }));
  return { item: step?.status === 'running' ? (loopItems(step)[index] ?? null) : null, index };
}

/** The current iteration of each loop around a visit, by loop; null stands for the top level. */
function enclosing(plan: Plan, visit: Visit): ReadonlyMap<string | null, string> {
  const around = new Map<string | null, string>();
  let loop = nodeAt(plan, visit)?.loop ?? null;
  let iteration = visit.iteration;
  while (loop !== null) {
    around.set(loop, iteration);
    iteration = splitIteration(iteration).outer;
    loop = plan.nodes.get(loop)?.loop ?? null;
  }
  return around.set(null, iteration);
}

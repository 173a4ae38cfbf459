import { withItemErrors } from './expressions/index.js';
import { dataOf, loopHandles, outHandle, ownHandlesOf } from './handles.js';
import type { Plan, PlannedNode } from './plan.js';
import type { EngineError, ItemError, LoopProgress, StepState } from './step.js';
import { iterationDepth, splitIteration, type Visit } from './visit.js';

/** The longest message of a failed item in the errors of its step. */
const longestItemMessage = 300;

/** The node of a visit; of a visit for one item of a node with `each`, the node as it runs for an item. */
export function nodeAt(plan: Plan, { nodeId, iteration }: Visit): PlannedNode | undefined {
  const node = plan.nodes.get(nodeId);
  return node?.each && iterationDepth(iteration) > node.depth ? node.each : node;
}

/** True for a visit for one item of a node with `each`. */
export function isItemVisit(plan: Plan, visit: Visit): boolean {
  return nodeAt(plan, visit)?.loop === visit.nodeId;
}

/** The visit of the node itself, also for a visit for one of its items. */
export function wholeVisit(plan: Plan, visit: Visit): Visit {
  if (!isItemVisit(plan, visit)) return visit;
  return { nodeId: visit.nodeId, iteration: splitIteration(visit.iteration).outer };
}

/** The nodes whose steps hold the results of a loop's items. */
export function resultNodes(plan: Plan, loopId: string): string[] {
  const loop = plan.nodes.get(loopId);
  return loop?.each ? [loopId] : (loop?.returns.map(({ source }) => source) ?? []);
}

/** The nodes whose failure can end an item of a loop. */
export function bodyNodes(plan: Plan, loopId: string): string[] {
  if (plan.nodes.get(loopId)?.each) return [loopId];
  return [...plan.nodes].filter(([, node]) => node.loop === loopId).map(([id]) => id);
}

/** How a loop ends: its handle, and its output from the results of its items. */
export function endOfLoop(plan: Plan, loopId: string, items: readonly unknown[]): { handle: string; output: unknown } {
  if (plan.nodes.get(loopId)?.each) return { handle: outHandle, output: items };
  return { handle: loopHandles.done, output: { items } };
}

/** What a step for one item contributes to the results: its output, with the handle where the node has several. */
export function eachResult({ each }: PlannedNode, step: StepState | undefined, handle: string | null): unknown {
  if (!each || !step || handle === null) return null;
  const output = step.output ?? null;
  return ownHandlesOf(each.shape, dataOf(each.node)).length > 1 ? { handle, output } : output;
}

/** The progress of a node with `each` that has ended, with the items that failed in their order. */
export function withErrors(progress: LoopProgress, errors: readonly ItemError[]): LoopProgress {
  if (errors.length === 0) return progress;
  return { ...progress, errors: errors.toSorted((a, b) => a.index - b.index) };
}

/** What is kept of the error of an item. The step of the item has it whole. */
export function itemError(index: number, { code, message }: EngineError): ItemError {
  const isLong = message.length > longestItemMessage;
  return { index, code, message: isLong ? `${message.slice(0, longestItemMessage)} …` : message };
}

/** The output of a step as expressions read it: beside the results of a node with `each` they read `errors`. */
export function readableOutput({ each }: PlannedNode, { progress }: StepState, output: unknown): unknown {
  return each && Array.isArray(output) ? withItemErrors(output, progress?.errors ?? []) : output;
}

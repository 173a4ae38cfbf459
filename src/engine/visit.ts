import type { StepState } from './step.js';

/** One visit of a node: a node runs at most once in each iteration. */
export interface Visit {
  nodeId: string;
  /** Empty at top level, the index of the item in a loop, `0.2` in nested loops. */
  iteration: string;
}

/** A key for maps, unique for each visit. */
export function visitKey(visit: Visit): string {
  return `${visit.iteration}\u0000${visit.nodeId}`;
}

/** The iteration of a loop's item, inside the iteration of the loop itself. */
export function itemIteration(loopIteration: string, index: number): string {
  return loopIteration === '' ? String(index) : `${loopIteration}.${index}`;
}

/** The number of loops around a visit. */
export function iterationDepth(iteration: string): number {
  let depth = iteration === '' ? 0 : 1;
  for (let at = iteration.indexOf('.'); at >= 0; at = iteration.indexOf('.', at + 1)) depth += 1;
  return depth;
}

/** The iteration of the loop around an item, and the index of the item: `0.2` is item 2 of a loop in iteration `0`. */
export function splitIteration(iteration: string): { outer: string; index: number } {
  const dot = iteration.lastIndexOf('.');
  return { outer: dot < 0 ? '' : iteration.slice(0, dot), index: Number(iteration.slice(dot + 1)) };
}

/** True when the step will not change any more. */
export function isSettled(step: StepState): boolean {
  return step.status !== 'running' && step.status !== 'waiting';
}

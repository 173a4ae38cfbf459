import type { Decision } from './decision.js';
import { ExecutionState } from './execution-state.js';
import type { Plan } from './plan.js';
import type { StepState } from './step.js';

/**
 * Decides what an execution does next, from all of its steps in any order.
 *
 * Every edge is pending, arrived or dead. A settled step's `handle` is the source handle that it left by: edges on it
 * arrive, its other edges die; without a handle all die. A node with join `all` starts when each incoming edge has
 * arrived or died and at least one arrived; with a number of
 * arrivals at the last of them; it is skipped when too few can still arrive.
 *
 * To walk a whole execution use `ExecutionState`, which does not read all steps again at each one.
 */
export function decideNext(plan: Plan, steps: readonly StepState[]): Decision {
  const { start, skip, finish, ask, settled } = new ExecutionState(plan, steps).decision();
  return { start, skip, finish, ask, settled };
}

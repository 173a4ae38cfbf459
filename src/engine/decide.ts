import type { Decision } from './decision.js';
import { ExecutionState } from './execution-state.js';
import type { Plan } from './plan.js';
import type { StepState } from './step.js';

/**
 * Says what a run does next, from all of its steps in any order: the one decision of the engine.
 *
 * Every edge is pending, arrived or dead. A settled step's `handle` names the source handle it left by: edges on it
 * arrive, its other edges die; with no handle all die. A node with join `all` starts when each incoming edge has
 * arrived or died and one arrived; with join `any` at the first arrival; it is skipped when all are dead.
 *
 * A run that walks many steps keeps a `ExecutionState` instead, which does not read all steps again at each one.
 */
export function decideNext(plan: Plan, steps: readonly StepState[]): Decision {
  return new ExecutionState(plan, steps).decision();
}

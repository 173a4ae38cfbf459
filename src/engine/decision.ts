import type { ItemError, LoopProgress, StepState } from './step.js';
import type { Visit } from './visit.js';

/** What an execution does next. */
export interface Decision {
  /** Visits to start now. */
  start: Visit[];
  /** Visits to record as `skipped`: every edge that leads to them is dead. */
  skip: Visit[];
  /** Loops whose last item has settled, or that an item failed: their steps, to record as given here. */
  finish: EndedLoop[];
  /** Loops whose condition has to be evaluated: the answer is passed to `ExecutionState.answer`. */
  ask: AskedLoop[];
  /** True when no step runs or waits and none is left to start or finish; skips may still have to be recorded. */
  settled: boolean;
}

/** A decision, with what else has changed. */
export interface Change extends Decision {
  /** Loops whose progress has changed: it has to be stored along with the steps that changed it. */
  progress: ChangedLoop[];
  /** Iterations that have finished, or were given up with their loop: their steps are needed no more. */
  folded: FoldedIteration[];
  /** True if steps may have become obsolete that still run or wait: see `ExecutionState.isOver`. */
  over: boolean;
}

/** How a loop ended. */
export interface EndedLoop extends StepState {
  /** The step that failed the loop; missing where the loop completed. */
  cause?: Visit;
  /** The results by index, and the items that failed, as far as they are known. */
  results: readonly unknown[];
  errors: readonly ItemError[];
  /** Indexes of results that are null in `output`, because they were folded before the state was built. */
  missing?: readonly number[];
}

/** A loop, and the index of the iteration that it may begin. */
export interface AskedLoop extends Visit {
  index: number;
}

/** A loop, and how far it is now. */
export interface ChangedLoop extends Visit {
  progress: LoopProgress;
}

/** An iteration whose steps are dropped. */
export interface FoldedIteration {
  /** The loop, in its own iteration. */
  loop: Visit;
  /** The visits of the iteration that were recorded, those of loops inside included. */
  visits: Visit[];
  /** True if the loop holds its result until it ends. */
  kept: boolean;
}

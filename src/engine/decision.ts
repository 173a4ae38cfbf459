import type { StepState } from './step.js';
import type { Visit } from './visit.js';

/** What an execution does next. */
export interface Decision {
  /** Visits to start now. */
  start: Visit[];
  /** Visits to record as `skipped`: every edge that leads to them is dead. */
  skip: Visit[];
  /** Loops whose last item has settled, or that an item failed: their steps, to record as given here. */
  finish: EndedLoop[];
  /** True when no step runs or waits and none is left to start or finish; skips may still have to be recorded. */
  settled: boolean;
}

/** How a loop ended. */
export interface EndedLoop extends StepState {
  /** The step that failed the loop; missing where the loop completed. */
  cause?: Visit;
}

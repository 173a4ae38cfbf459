import type { StepState } from './step.js';
import type { Visit } from './visit.js';

/** What a run does next. */
export interface Decision {
  /** Visits to start now. */
  start: Visit[];
  /** Visits to be recorded `skipped`: every edge that leads to them is dead. */
  skip: Visit[];
  /** Loops whose last item is settled, or failed them: their step is to be recorded as it stands here. */
  finish: EndedLoop[];
  /** True when nothing runs or waits and nothing is left to start or finish; skips may still have to be recorded. */
  settled: boolean;
}

/** How a loop ended. */
export interface EndedLoop extends StepState {
  /** The step that failed the loop; absent where it completed. */
  cause?: Visit;
}

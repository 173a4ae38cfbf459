import type { RunError } from '../../../../engine/step.js';

/** What a waiting step goes on with: a way and an output, or a failure. */
export interface Signal {
  handle?: string;
  output?: unknown;
  error?: RunError;
}

/** A signal as it stands beside its step. */
export interface StoredSignal extends Signal {
  /** Its number among the signals of the run. */
  seq: number;
  /** The step's attempt that it was sent to; another one does not hear it. */
  attempt: number;
}

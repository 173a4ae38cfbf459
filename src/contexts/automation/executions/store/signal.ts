import type { EngineError } from '../../../../engine/step.js';

/** What a waiting step continues with: a handle and an output, or an error. */
export interface Signal {
  handle?: string;
  output?: unknown;
  error?: EngineError;
}

/** A signal as it is stored with its step. */
export interface StoredSignal extends Signal {
  /** Its number among the signals of the execution. */
  seq: number;
  /** The step's attempt that it was sent to; other attempts ignore it. */
  attempt: number;
}

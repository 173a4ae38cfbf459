import type { EngineErrorCode } from './errors/index.js';

export const stepStatuses = ['running', 'waiting', 'completed', 'failed', 'skipped', 'cancelled'] as const;
export type StepStatus = (typeof stepStatuses)[number];

/**
 * How far a loop is, stored in its step: an execution continues without the steps of finished iterations. Its size
 * depends on what is open, not on the number of iterations.
 */
export interface LoopProgress {
  /** Iterations that may run side by side. */
  concurrency: number;
  /** Iterations before this one have begun. */
  next: number;
  /** Those of them that have not finished. */
  open: readonly number[];
  /** True if no other iteration begins, whatever is left. */
  ended: boolean;
  /** Number of steps of finished iterations. */
  steps: number;
  /** Of a node with `each` that has ended: the items that failed. */
  errors?: readonly ItemError[];
}

/** An item that failed, with the beginning of the message. */
export interface ItemError {
  index: number;
  code: EngineErrorCode;
  message: string;
}

/**
 * The part of a step that decisions need. An execution is rebuilt from these alone, so everything that determines the
 * next node is here.
 */
export interface StepState {
  nodeId: string;
  /** Empty at top level, the index of the item in a loop, `0.2` in nested loops. */
  iteration: string;
  status: StepStatus;
  /** The source handle that a settled step left by: `out`, `true`, `case:a`, `error`; null where it left by none. */
  handle: string | null;
  output: unknown;
  /** Why the step failed. Expressions read it; no decision depends on it. */
  error?: EngineError | null;
  /** Of a loop that has begun: how far it is. Without it, all steps of its iterations must be known. */
  progress?: LoopProgress | null;
}

/** The error of a step or execution. The message is for the author of the flow. */
export interface EngineError {
  code: EngineErrorCode;
  message: string;
  nodeId?: string;
}

import type { RunErrorCode } from './errors/index.js';

export const stepStatuses = ['running', 'waiting', 'completed', 'failed', 'skipped', 'cancelled'] as const;
export type StepStatus = (typeof stepStatuses)[number];

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
  error?: RunError | null;
}

/** The error of a step or execution. The message is for the author of the flow. */
export interface RunError {
  code: RunErrorCode;
  message: string;
  nodeId?: string;
}

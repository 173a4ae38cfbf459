import type { RunErrorCode } from './errors/index.js';

export const stepStatuses = ['running', 'waiting', 'completed', 'failed', 'skipped', 'cancelled'] as const;
export type StepStatus = (typeof stepStatuses)[number];

/**
 * One visit of a node, as far as decisions need it. A run is rebuilt from these alone, so everything that chooses
 * a successor stands here.
 */
export interface StepState {
  nodeId: string;
  /** Empty at top level, the item's index in a loop, `0.2` in nested loops. */
  iteration: string;
  status: StepStatus;
  /** The source handle that a settled step left by: `out`, `true`, `case:a`, `error`; null when it took none. */
  handle: string | null;
  output: unknown;
}

/** A failure as steps and executions record it; the message is for the flow's author. */
export interface RunError {
  code: RunErrorCode;
  message: string;
  nodeId?: string;
}

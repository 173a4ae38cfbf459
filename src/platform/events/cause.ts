/** The step on whose behalf something is changed. The events of that change carry it. */
export interface Cause {
  executionId: string;
  flowId: string;
  stepId: string;
  /** Flows whose runs led here, oldest first, that of this run last. */
  chain: readonly string[];
  /** The log of the step, while it is at work. */
  log?: (level: 'info' | 'warn', message: string) => void;
}

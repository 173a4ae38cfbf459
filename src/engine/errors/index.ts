import { executionErrors } from './execution-errors.js';
import { outsideErrors } from './outside-errors.js';
import { stepErrors } from './step-errors.js';

/** Every code that a step or an execution can fail with: `error.code` of both. */
export const lifecycleErrors = { ...stepErrors, ...outsideErrors, ...executionErrors };

export type RunErrorCode = keyof typeof lifecycleErrors;

/** Whether a code from elsewhere is one that a step can fail with. */
export function isRunErrorCode(code: string): code is RunErrorCode {
  return Object.hasOwn(lifecycleErrors, code);
}

export type { ExecutionErrorEntry } from './error-entry.js';
export { executionErrors, outsideErrors, stepErrors };

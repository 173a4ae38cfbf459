import { executionErrors } from './execution-errors.js';
import { externalErrors } from './external-errors.js';
import { stepErrors } from './step-errors.js';

/** Every error code of steps and executions. */
export const lifecycleErrors = { ...stepErrors, ...externalErrors, ...executionErrors };

export type RunErrorCode = keyof typeof lifecycleErrors;

/** Whether a code is one that a step or execution can fail with. */
export function isRunErrorCode(code: string): code is RunErrorCode {
  return Object.hasOwn(lifecycleErrors, code);
}

export type { ExecutionErrorEntry } from './error-entry.js';
export { executionErrors, externalErrors, stepErrors };

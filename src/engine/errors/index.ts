import { executionErrors } from './execution-errors.js';
import { outsideErrors } from './outside-errors.js';
import { stepErrors } from './step-errors.js';

/** Every code that a step or an execution can fail with: `error.code` of both. */
export const runErrors = { ...stepErrors, ...outsideErrors, ...executionErrors };

export type RunErrorCode = keyof typeof runErrors;

/** Whether a code from elsewhere is one that a step can fail with. */
export function isRunErrorCode(code: string): code is RunErrorCode {
  return Object.hasOwn(runErrors, code);
}

export type { ErrorEntry } from './error-entry.js';
export { executionErrors, outsideErrors, stepErrors };

import { executionErrors } from './execution-errors.js';
import { externalErrors } from './external-errors.js';
import { requestErrors } from './request-errors.js';
import { stepErrors } from './step-errors.js';

/** Every error code of steps and executions. */
export const lifecycleErrors = { ...stepErrors, ...externalErrors, ...requestErrors, ...executionErrors };

export type EngineErrorCode = keyof typeof lifecycleErrors;

/** Whether a code is one that a step or execution can fail with. */
export function isEngineErrorCode(code: string): code is EngineErrorCode {
  return Object.hasOwn(lifecycleErrors, code);
}

export type { ExecutionErrorEntry } from './error-entry.js';
export { executionErrors, externalErrors, requestErrors, stepErrors };

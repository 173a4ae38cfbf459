export type { CodeErrorCode, CodeRun, CodeTask } from './code-run.js';
export { type CodeRunner, createCodeRunner } from './create-code-runner.js';
export { disabledCode } from './disabled-code.js';

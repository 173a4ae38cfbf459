export type { CodeErrorCode, CodeRun, CodeScope, CodeTask } from './code-run.js';
export { type CodeRunner, createCodeRunner, disabledCode } from './create-code-runner.js';
export { withoutNetwork } from './network-namespace.js';

import type { CodeRun } from './code-run.js';
import type { CodeRunner } from './create-code-runner.js';

const disabled: CodeRun = {
  kind: 'failed',
  code: 'CODE_DISABLED',
  message: 'Code is switched off on this server. Have its operator set CODE_NODE=true, or use data.transform.',
  logs: [],
};

/** Runs nothing: each run fails with CODE_DISABLED. */
export const disabledCode: CodeRunner = { run: async () => disabled, close: () => undefined };

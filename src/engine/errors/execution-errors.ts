import type { ExecutionErrorEntry } from './error-entry.js';

/** What ends an execution as failed, besides a failed step. */
export const executionErrors = {
  STOPPED: {
    meaning: 'The execution was stopped as failed.',
    cause: 'A step of `logic.stop` with the status `failed`.',
    cure: 'Nothing; the flow decided so.',
  },
  STEP_LIMIT: {
    meaning: 'The execution took too many steps.',
    cause: 'More than 10,000 steps.',
    cure: 'Split the flow.',
  },
  RUN_TIMEOUT: {
    meaning: 'The execution took longer than its timeout.',
    cause: '`settings.timeout` of the flow.',
    cure: 'Raise `settings.timeout`, or split the flow.',
  },
  RUN_TOO_LARGE: {
    meaning: 'The outputs and variables of the execution are too large.',
    cause: 'More than 128 MiB together.',
    cure: 'Keep less, or split the flow.',
  },
  RUN_BROKEN: {
    meaning: 'The execution could not go on.',
    cause: 'An error in the server; its log has more.',
    cure: 'Report the execution ID to the operator.',
  },
  RUN_NOT_KEPT: {
    meaning: 'The state of the execution could not be stored.',
    cause: 'The database refused it; the log has more.',
    cure: 'Report the execution ID to the operator.',
  },
  WORKERS_LOST: {
    meaning: 'Several workers ended while they drove this execution.',
    cause: 'Most likely its last step needs more memory than there is.',
    cure: 'Give the step less data, or split the flow.',
  },
} as const satisfies Record<string, ExecutionErrorEntry>;

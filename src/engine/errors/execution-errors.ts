import type { ExecutionErrorEntry } from './error-entry.js';

/** Errors with which an execution fails or is cancelled, besides those of its steps. */
export const executionErrors = {
  STOPPED: {
    meaning: 'The flow ended the execution as failed.',
    cause: 'A `logic.stop` node with the status `failed`.',
    cure: 'No action is needed: the flow is designed to do so.',
  },
  STEP_LIMIT: {
    meaning: 'The execution has too many steps.',
    cause:
      'It has more than 10,000 steps outside of loops and in their open iterations, or 1,000,000 with all iterations.',
    cure: 'Split the flow into several.',
  },
  RUN_TIMEOUT: {
    meaning: 'The execution exceeded its timeout.',
    cause: 'It ran longer than `settings.timeout` of the flow.',
    cure: 'Raise `settings.timeout`, or split the flow.',
  },
  RUN_TOO_LARGE: {
    meaning: 'The outputs and variables of the execution are too large.',
    cause: 'They exceed 128 MiB together. Values over 64 KiB, which are stored apart, do not count.',
    cure: 'Store less data in outputs and variables, or split the flow.',
  },
  RUN_BROKEN: {
    meaning: 'The execution could not continue.',
    cause: 'An internal error; the server log has the details.',
    cure: 'Report the execution ID to the operator.',
  },
  RUN_NOT_KEPT: {
    meaning: 'The state of the execution could not be stored.',
    cause: 'The database rejected it; the server log has the details.',
    cure: 'Report the execution ID to the operator.',
  },
  RUN_AS_FORBIDDEN: {
    meaning: 'The execution may not do what its flow does.',
    cause:
      'The user or API key that it runs as (`runAs`) has lost a capability that a node of the flow requires. No node has run.',
    cure: 'Let a member who has the capability activate the flow again, or grant the capability again.',
  },
  SKIPPED: {
    meaning: 'The execution was cancelled before it started, because others with its key were running.',
    cause: '`settings.control` of the flow has `overlap: "skip"`. No node has run.',
    cure: 'No action is needed: the flow is designed to do so. With `overlap: "queue"` executions wait instead.',
  },
  REPLACED: {
    meaning: 'The execution was cancelled, because a newer one with its key took its place.',
    cause: '`settings.control` of the flow has `overlap: "replace"`.',
    cure: 'No action is needed: the flow is designed to do so. With `overlap: "queue"` executions wait instead.',
  },
  HOLD_DISCARDED: {
    meaning: 'The execution was cancelled while it waited at a hold of its flow.',
    cause: 'A member discarded the hold instead of releasing it, or the flow was deleted.',
    cure: 'Retry the execution if it should run after all.',
  },
  WORKERS_LOST: {
    meaning: 'Several workers in a row stopped while they ran this execution.',
    cause: 'Most likely the last step needs more memory than is available.',
    cure: 'Reduce the data of the step, or split the flow.',
  },
} as const satisfies Record<string, ExecutionErrorEntry>;

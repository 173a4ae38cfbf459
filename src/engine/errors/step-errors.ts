import type { ExecutionErrorEntry } from './error-entry.js';

/** What a node itself fails with. */
export const stepErrors = {
  FIELD_INVALID: {
    meaning: 'A field of the node has a wrong value.',
    cause: 'The value of an expression does not fit the field.',
    cure: 'Correct the field or the expression. It is not tried again.',
  },
  EXPRESSION_FAILED: {
    meaning: 'An expression could not be evaluated.',
    cause: 'A field that does not exist, two types that do not go together, or too much work.',
    cure: 'Correct the expression, see [expressions](expressions.md). It is not tried again.',
  },
  REGEX_INVALID: {
    meaning: 'A regular expression cannot be used.',
    cause: 'A syntax error, or something that RE2 does not know, for example look-behind.',
    cure: 'Write the expression in [RE2 syntax](https://github.com/google/re2/wiki/Syntax).',
  },
  SECRET_MISSING: {
    meaning: 'A secret does not exist.',
    cause: 'It was deleted, renamed, or belongs to another flow.',
    cure: 'Create the secret under the name that the flow uses.',
  },
  GLOBAL_VAR_MISSING: {
    meaning: 'A global variable does not exist.',
    cause: 'It was deleted or renamed.',
    cure: 'Create the variable under the name that the flow uses.',
  },
  VARIABLES_TOO_LARGE: {
    meaning: 'The variables of the execution are too large.',
    cause: '`data.set` stored more than fits.',
    cure: 'Keep less in variables.',
  },
  STEP_TIMEOUT: {
    meaning: 'The step took longer than its timeout.',
    cause: 'A slow server, or a `timeout` that is too short.',
    cure: "Raise the node's `timeout`, or let it `retry`.",
  },
  INTERRUPTED: {
    meaning: 'The step was interrupted.',
    cause: 'The server stopped, or the execution ended, while the step ran.',
    cure: 'Retry the execution.',
  },
  NODE_FAILED: {
    meaning: 'The node failed unexpectedly.',
    cause: 'An error in the server; its log has more.',
    cure: 'Report the execution ID to the operator.',
  },
  MOCKED: {
    meaning: 'The mock of a simulation made the step fail.',
    cause: 'The mock names the handle `error`.',
    cure: 'Nothing; this was asked for.',
  },
  LOOP_LIMIT: {
    meaning: 'A loop has too many items, or its items are too large.',
    cause: 'More than `maxItems` items, or more than 1 MiB of them.',
    cure: 'Keep only what the loop needs, or raise `maxItems`.',
  },
  CODE_DISABLED: {
    meaning: 'Code is switched off on this server.',
    cause: '`CODE_NODE` is not set.',
    cure: 'Have the operator set `CODE_NODE=true`, or use `data.transform`.',
  },
  CODE_UNAVAILABLE: {
    meaning: 'The sandbox for code could not be started.',
    cause: 'The package `isolated-vm` is missing, or its process cannot be started.',
    cure: 'Have the operator run `npm ci` and read the log.',
  },
  CODE_FAILED: {
    meaning: 'The code threw an error.',
    cause: 'An error in the code; the message is that of the error.',
    cure: 'Correct the code.',
  },
  CODE_TIMEOUT: {
    meaning: 'The code took too long.',
    cause: 'More than the `timeout` of the node.',
    cure: 'Do less, or raise `timeout` (at most 60 seconds).',
  },
  CODE_MEMORY: {
    meaning: 'The code needed too much memory.',
    cause: 'More than 64 MiB.',
    cure: 'Process less at a time.',
  },
  CODE_OUTPUT: {
    meaning: 'The result of the code cannot be used.',
    cause: 'It is too large, or JSON cannot hold it.',
    cure: 'Return a smaller JSON value.',
  },
  CALL_DEPTH: {
    meaning: 'Flows call each other too deeply.',
    cause: 'More than 8 calls within each other, most likely a circle.',
    cure: 'Remove the circle.',
  },
  SUBFLOW_MISSING: {
    meaning: 'The called flow does not exist.',
    cause: 'It was deleted, or the ID is wrong.',
    cure: 'Give the ID of a flow of the workspace.',
  },
  FLOW_PAUSED: {
    meaning: 'The called flow is paused.',
    cause: '`isActive` of the flow is false.',
    cure: 'Activate the flow.',
  },
  CALL_FAILED: {
    meaning: 'The called execution failed.',
    cause: 'The message holds its error.',
    cure: "Read the execution whose ID is in the step's output.",
  },
  CALL_CANCELLED: {
    meaning: 'The called execution was cancelled.',
    cause: 'Somebody cancelled it.',
    cure: 'Retry the execution.',
  },
} as const satisfies Record<string, ExecutionErrorEntry>;

import type { ExecutionErrorEntry } from './error-entry.js';

/** Errors of steps that the node itself causes. */
export const stepErrors = {
  FIELD_INVALID: {
    meaning: 'A field of the node has a value that is not allowed.',
    cause: 'An expression returned a value that the field does not accept.',
    cure: 'Correct the field or the expression. The step is not retried.',
  },
  FIELD_REQUIRED: {
    meaning: 'A field of the node that must have a value has none.',
    cause: 'Its expression is null, most often because a path in it leads nowhere.',
    cure: 'Correct the path, give the value a replacement with `default()`, or check it in a `logic.if` before. The step is not retried; messages leave by `failed` where that handle is connected.',
  },
  EXPR_NULL: {
    meaning: 'An expression needs a value where it found null.',
    cause:
      'It computes, compares by order, calls a function with, or iterates over a value that is null, most often because a path leads nowhere.',
    cure: 'Correct the path, or give the value a replacement with `default()`, see [missing values](expressions.md#missing-values). The step is not retried.',
  },
  EXPRESSION_FAILED: {
    meaning: 'An expression could not be evaluated.',
    cause: 'It reads a field that does not exist, combines types that do not match, or exceeds a limit.',
    cure: 'Correct the expression, see [expressions](expressions.md). The step is not retried.',
  },
  WORK_LIMIT: {
    meaning: 'The step exceeds the work that its expressions, conditions and regular expressions may do together.',
    cause: 'They process too much data, or a regular expression is too large for its text.',
    cure: 'Process less data at once, for example in a loop, see [limits](expressions.md#limits). The step is not retried.',
  },
  REGEX_INVALID: {
    meaning: 'A regular expression is not valid, or too large.',
    cause:
      'It has a syntax error, uses a feature that RE2 does not support, for example look-behind, or is too large for the text.',
    cure: 'Write the expression in [RE2 syntax](https://github.com/google/re2/wiki/Syntax).',
  },
  SECRET_MISSING: {
    meaning: 'A secret does not exist.',
    cause: 'It was deleted or renamed, or belongs to another flow.',
    cure: 'Create the secret under the name that the flow uses.',
  },
  SECRET_SINK: {
    meaning: 'A field that does not accept secrets depends on one, or an expression uses only a part of one.',
    cause:
      'An expression reads a secret, or a value that contains one: trigger data that another flow handed on, the response of a server that returned it, or a token in a response.',
    cure: 'Use the secret [as a whole](expressions.md#secrets), and only in [fields that accept secrets](flows.md#where-secrets-are-accepted). The step is not retried.',
  },
  SECRET_HOST_NOT_ALLOWED: {
    meaning: 'A secret must not be sent to this host.',
    cause: '`allowedHosts` of the secret does not include the host of the request, or of a redirect.',
    cure: 'Add the host to `allowedHosts` of the secret, which requires `boveda:manage`. The step is not retried.',
  },
  APP_REFUSED: {
    meaning: 'Another service refused what an action of it asked for.',
    cause:
      'A field has a value that the service does not accept, the account lacks a right, or the service is overloaded.',
    cure: 'Read what the service says in the message. Refusals that may pass are retried if `retry` is set.',
  },
  CONNECTION_MISSING: {
    meaning: 'A connection that a request needs is not found.',
    cause: 'It was deleted or renamed, it belongs to another flow only, or an expression computes its name.',
    cure: 'Choose an existing connection in the node. The step is not retried.',
  },
  CONNECTION_RECONNECT: {
    meaning: 'A connection must be connected again.',
    cause: 'The other service no longer accepts its credentials, or they were not moved with the workspace.',
    cure: 'Connect it again, or send its `auth` again. The step is not retried.',
  },
  CONNECTION_UNSUITABLE: {
    meaning: 'A connection cannot be used by this node.',
    cause: 'It is for a database and the node sends requests, or it is for another kind of database.',
    cure: 'Choose a connection of the kind that the node needs. The step is not retried.',
  },
  DATABASE_UNREACHABLE: {
    meaning: 'A database could not be reached, or the connection to it was lost.',
    cause:
      'Its server is not running or accepts no more connections, its certificate is not valid, or the connection was lost. A statement in progress may have been carried out.',
    cure: 'Set `retry`, and make the statement [safe to repeat](how-to/query-a-database.md#effects). The message says more.',
  },
  DATABASE_REFUSED: {
    meaning: 'A database refused the connection.',
    cause: 'The user, the password or the database in the URL of the connection is wrong, or has no access from here.',
    cure: 'Correct the URL of the connection. The step is not retried.',
  },
  DATABASE_STATEMENT: {
    meaning: 'A database rejected a statement.',
    cause:
      'It is not valid, violates a constraint, or needs a right that the user does not have. The message has the SQLSTATE and the text of the database.',
    cure: 'Correct the statement or its parameters. The step is retried only after a deadlock, a lock that was not given, or a serialization failure.',
  },
  DATABASE_TIMEOUT: {
    meaning: 'A statement took too long, and was cancelled.',
    cause: 'It ran longer than `timeoutMs` of the node.',
    cure: 'Raise `timeoutMs`, or ask for less.',
  },
  DATABASE_TOO_LARGE: {
    meaning: 'A row of the answer of a database is too large.',
    cause: 'It has more than 9 MiB as JSON.',
    cure: 'Select fewer columns, or only parts of long values. The step is not retried.',
  },
  GLOBAL_VAR_MISSING: {
    meaning: 'A global variable does not exist.',
    cause: 'It was deleted or renamed.',
    cure: 'Create the variable under the name that the flow uses.',
  },
  VARIABLES_TOO_LARGE: {
    meaning: 'The variables of the execution are too large.',
    cause: '`data.set` stored more than the limit.',
    cure: 'Store less data in variables.',
  },
  VALUE_TOO_LARGE: {
    meaning: 'A value that the step reads is too large.',
    cause:
      'An expression reads an output or the trigger data with more than 10 MiB, or nested more than 200 levels deep.',
    cure: 'Request or produce less data, for example page by page.',
  },
  STEP_TIMEOUT: {
    meaning: 'The step exceeded its timeout.',
    cause: 'What it calls or waits for takes longer than `timeout`, or `timeout` is too short.',
    cure: 'Raise `timeout` of the node, or set `retry`.',
  },
  INTERRUPTED: {
    meaning: 'The step was interrupted.',
    cause: 'The server stopped or the execution ended while the step was running.',
    cure: 'Retry the execution.',
  },
  NODE_FAILED: {
    meaning: 'The node failed unexpectedly.',
    cause: 'An internal error; the server log has the details.',
    cure: 'Report the execution ID to the operator.',
  },
  MOCKED: {
    meaning: 'The mock of a simulation made the step fail.',
    cause: 'The mock sets the handle `error`.',
    cure: 'No action is needed.',
  },
  LOOP_LIMIT: {
    meaning: 'A loop has too many items or iterations, or its items are too large.',
    cause: 'The list has more than `maxItems` items or 10 MiB, or `while` is still true after `maxItems` iterations.',
    cure: 'Pass only the data that the loop needs, or raise `maxItems`.',
  },
  CODE_DISABLED: {
    meaning: 'The code node is disabled on this server.',
    cause:
      '`CODE_NODE` is `false`, or it is not set and the system cannot take the network from the process of the code.',
    cure: 'Ask the operator to set `CODE_NODE=true`, or use `data.transform`.',
  },
  CODE_UNAVAILABLE: {
    meaning: 'The sandbox for code could not be started.',
    cause: 'The package `isolated-vm` is missing, or its process cannot be started.',
    cure: 'Ask the operator to run `npm ci` and to check the log.',
  },
  CODE_FAILED: {
    meaning: 'The code threw an error.',
    cause: 'The message is that of the error.',
    cure: 'Correct the code.',
  },
  CODE_TIMEOUT: {
    meaning: 'The code exceeded its timeout.',
    cause: 'It ran longer than the `timeout` of the node.',
    cure: 'Process less data, or raise `timeout` (at most 60 seconds).',
  },
  CODE_MEMORY: {
    meaning: 'The code exceeded its memory limit.',
    cause: 'It needed more than 64 MiB.',
    cure: 'Process less data at once.',
  },
  FILE_MISSING: {
    meaning: 'The file does not exist.',
    cause: 'It was deleted, or belongs to another workspace.',
    cure: 'Keep the file, or use the one that a step of the same execution outputs. The step is not retried.',
  },
  FILE_FORMAT: {
    meaning: 'A file is not of its format, or data cannot be written in it.',
    cause: 'The file is damaged or of another format, or the data do not have the form that the format needs.',
    cure: 'Name the format of the file, or correct the data as the message says. The step is not retried.',
  },
  FILE_LIMIT: {
    meaning: 'A file is too large to be converted.',
    cause: 'It has too many bytes, rows or entries, or unpacks to too many.',
    cure: 'Split the file as the message says. The step is not retried.',
  },
  CODE_OUTPUT: {
    meaning: 'The result of the code is not valid.',
    cause: 'It is too large, or cannot be represented in JSON.',
    cure: 'Return a smaller JSON value.',
  },
  CALL_DEPTH: {
    meaning: 'Calls between flows are nested too deeply.',
    cause: 'More than 8 levels of calls, most likely in a cycle.',
    cure: 'Remove the cycle.',
  },
  QUOTA_EXCEEDED: {
    meaning: 'A quota of the workspace is used up.',
    cause:
      'The execution called too many others, too many executions are queued, or the state of flows is full; the message names the quota.',
    cure: 'Start fewer executions, or ask the operator for a higher quota. `retry` applies if waiting can help.',
  },
  SUBFLOW_MISSING: {
    meaning: 'The called flow does not exist.',
    cause: 'It was deleted, or the ID is wrong.',
    cure: 'Use the ID of an existing flow of the workspace.',
  },
  FLOW_PAUSED: {
    meaning: 'The called flow is paused.',
    cause: '`isActive` of the flow is false.',
    cure: 'Activate the flow.',
  },
  CALL_FAILED: {
    meaning: 'The called execution failed.',
    cause: 'The message contains its error.',
    cure: 'Read the execution whose ID is in the output of the step.',
  },
  CALL_CANCELLED: {
    meaning: 'The called execution was cancelled.',
    cause: 'A user, an API client or its caller cancelled it.',
    cure: 'Retry the execution.',
  },
} as const satisfies Record<string, ExecutionErrorEntry>;

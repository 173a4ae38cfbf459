import type { ExecutionErrorEntry } from './error-entry.js';

/** Errors of operations of the API that a step calls, beside those that other nodes share. */
export const requestErrors = {
  FORBIDDEN: {
    meaning: 'The operation is not allowed.',
    cause:
      'The user or API key that the execution runs as (`runAs`) lacks the role or capability that the message names.',
    cure: 'Grant the capability, or let a member who has it activate the flow again.',
  },
  INVALID_TOKEN: {
    meaning: 'The execution can call no operation any more.',
    cause: 'The API key that it runs as (`runAs`) was revoked or has expired, or the user was disabled.',
    cure: 'Let a member activate the flow again.',
  },
  EMAIL_NOT_VERIFIED: {
    meaning: 'The operation requires a verified email address.',
    cause: 'The server requires it, and the user that the execution runs as has not opened the mailed link.',
    cure: 'Verify the email address.',
  },
  NAME_TAKEN: {
    meaning: 'Another record has this name.',
    cause: 'Names of this kind are unique in the workspace.',
    cure: 'Use another name, or update the existing record.',
  },
  VERSION_CONFLICT: {
    meaning: 'The record was changed in between.',
    cause: 'The version of the input is not the current one.',
    cure: 'Read the record again before the change.',
  },
  PRECONDITION_FAILED: {
    meaning: 'The record was changed in between.',
    cause: 'It was changed after `ifUnmodifiedSince`.',
    cure: 'Connect the handle `error` to a step that reads the record again.',
  },
  EXECUTION_NOT_RUNNING: {
    meaning: 'The other execution has already ended.',
    cause: 'The operation is possible only as long as it runs.',
    cure: 'Connect the handle `error` if that is expected.',
  },
  RATE_LIMITED: {
    meaning: 'There were too many requests.',
    cause: 'A limit of the server or of a provider; the message names it.',
    cure: 'Set `retry` on the node.',
  },
  ANSWER_TOO_LARGE: {
    meaning: 'The answer of the operation is too large.',
    cause: 'Many rows, or large fields.',
    cure: 'Read fewer rows at once: lower `limit`, and read page by page.',
  },
  CURSOR_EXPIRED: {
    meaning: 'The list cannot continue at this cursor.',
    cause: 'The database was restored from a copy.',
    cure: 'Read the list again from its beginning.',
  },
} as const satisfies Record<string, ExecutionErrorEntry>;

/** The documentation of an error code. */
export interface ErrorEntry {
  meaning: string;
  cause: string;
  cure: string;
}

/** Every code that a response of the API can contain, with its HTTP status: the only table of statuses. */
export const apiErrors = {
  BAD_REQUEST: {
    status: 400,
    meaning: 'The request cannot be read.',
    cause: 'Invalid JSON, an unknown GraphQL field, or a document that exceeds the limits.',
    cure: 'Correct the request as the message says.',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    status: 404,
    meaning: 'The server has no GraphQL document with this hash.',
    cause: 'A document is sent by its hash for the first time, or was sent long ago.',
    cure: 'Send the document in full once, together with its hash. GraphQL clients do so by themselves.',
  },
  VALIDATION_FAILED: {
    status: 400,
    meaning: 'Fields are not valid.',
    cause: 'A field is missing or not valid, or a flow cannot be stored. `details` lists the errors, at most 100.',
    cure: 'Correct each field that `details` names.',
  },
  FLOW_INVALID: {
    status: 400,
    meaning: 'The flow cannot run.',
    cause: 'It breaks rules that block running; `details` lists them.',
    cure: 'Correct the nodes that `details` names, see [validation rules](#validation-rules-of-flows).',
  },
  EXECUTION_NOT_RUNNING: {
    status: 400,
    meaning: 'Only a running execution can be cancelled.',
    cause: 'The execution has already ended.',
    cure: 'No action is needed. Get the execution to see how it ended.',
  },
  TRIGGER_TYPE_NOT_WEBHOOK: {
    status: 400,
    meaning: 'The flow has no webhook.',
    cause: 'Its trigger is not `trigger.webhook`.',
    cure: 'Change the trigger of the flow to a webhook.',
  },
  ANSWER_TOO_LARGE: {
    status: 400,
    meaning: 'The answer would exceed 32 MiB.',
    cause: 'Many rows, or large fields; `details` names the field and its bytes.',
    cure: 'Request fewer rows, or read large fields one by one, see [limits](limits.md#how-much-an-answer-holds).',
  },
  UNAUTHENTICATED: {
    status: 401,
    meaning: 'A credential is required.',
    cause: 'The `Authorization` header is missing, or the email or password is wrong.',
    cure: 'Send `Authorization: Bearer …` with an access token or API key.',
  },
  INVALID_TOKEN: {
    status: 401,
    meaning: 'The credential or link is not valid.',
    cause: 'It is expired, revoked, incomplete or signed wrongly.',
    cure: 'Refresh the access token, log in again, or use another API key or link.',
  },
  TOTP_REQUIRED: {
    status: 401,
    meaning: 'The login requires a code of the authenticator app.',
    cause: 'The password is correct, and the user has enabled two-step login. `details` has the `challengeToken`.',
    cure: 'Send the `challengeToken` with a code to `POST /auth/login/totp`.',
  },
  TOTP_INVALID: {
    status: 401,
    meaning: 'The code is not correct.',
    cause: 'It is mistyped, too old or was used before, or the clock of the device is wrong.',
    cure: 'Send the current code, or an unused recovery code.',
  },
  INSUFFICIENT_CREDITS: {
    status: 402,
    meaning: 'The wallet has too few credits.',
    cause: 'The operation costs more than the balance.',
    cure: 'Add credits, see [credits](credits.md).',
  },
  BUDGET_EXCEEDED: {
    status: 402,
    meaning: 'The workspace has spent its budget.',
    cause: 'The operation would exceed `dailyBudget` or `monthlyBudget` of the workspace.',
    cure: 'Raise the budget, or wait for the next day or month, see [budgets](credits.md#budgets).',
  },
  FORBIDDEN: {
    status: 403,
    meaning: 'You may not do this.',
    cause: 'The role, API key or server setting does not allow it; the message names what is missing.',
    cure: 'Ask an admin for the capability, see [capabilities](capabilities.md).',
  },
  SESSION_REQUIRED: {
    status: 403,
    meaning: 'Only a signed-in person may do this.',
    cause: 'The call was made with an API key.',
    cure: 'Log in and use the access token.',
  },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    meaning: 'The email of the user must be verified first.',
    cause: 'The server requires it (`EMAIL_VERIFICATION`), and the mailed link was not opened yet.',
    cure: 'Open the link, or request a new one with `POST /auth/email/send-verification`.',
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'Not found.',
    cause: 'The ID does not exist, or you do not belong to its workspace.',
    cure: 'Check the ID and the workspace.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The path does not support the method.',
    cause: 'The path exists for other methods only.',
    cure: 'Use a method that the `Allow` header lists.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    meaning: 'The body did not arrive in time.',
    cause: 'The connection is too slow, or the client stopped sending.',
    cure: 'Send the request again, or a smaller one, see [limits](limits.md#bodies-origins-sockets).',
  },
  CONFLICT: {
    status: 409,
    meaning: 'The request conflicts with the current state.',
    cause: 'The record was decided, used or changed before; the message says how.',
    cure: 'Get the record again and adapt the request.',
  },
  VERSION_CONFLICT: {
    status: 409,
    meaning: 'The flow was changed in the meantime.',
    cause: 'The version you sent is not the current one; `details` holds `currentVersion`.',
    cure: 'Get the flow again, apply your change, and send the new version.',
  },
  NAME_TAKEN: {
    status: 409,
    meaning: 'The name already exists.',
    cause: 'Names of this kind are unique in the workspace.',
    cure: 'Choose another name.',
  },
  FLOW_PAUSED: {
    status: 409,
    meaning: 'The flow is paused.',
    cause: '`isActive` is false.',
    cure: 'Activate the flow.',
  },
  LAST_OWNER: {
    status: 409,
    meaning: 'A workspace must have at least one OWNER.',
    cause: 'The only OWNER would leave or get another role.',
    cure: 'Give another member the role OWNER first.',
  },
  GONE: {
    status: 410,
    meaning: 'The address is not valid any more.',
    cause:
      'It was used already, its step has ended or timed out, or the execution has ended. That of a test call was used or has expired.',
    cure: 'No action is needed. A new execution has new addresses. For a test call, listen again.',
  },
  CURSOR_EXPIRED: {
    status: 410,
    meaning: 'The event log no longer continues from the cursor.',
    cause: 'The database was restored from a copy, or events after the cursor may have been deleted.',
    cure: 'Read what you show again together with `Workspace.cursor`, and subscribe after that.',
  },
  PRECONDITION_FAILED: {
    status: 412,
    meaning: 'The record was changed in the meantime.',
    cause: 'It no longer has the `ETag` that `If-Match` names, or was changed after `ifUnmodifiedSince`.',
    cure: 'Get the record again, apply your change, and send its new `ETag` or `updatedAt`.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The body exceeds its size limit.',
    cause: 'See [limits](limits.md#bodies-origins-sockets).',
    cure: 'Send less, or split the data over several requests.',
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    meaning: 'The file has no bytes in the range.',
    cause: '`Range` begins behind its end. `Content-Range` has its size.',
    cure: 'Request a range that begins before the end, or the whole file.',
  },
  MISDIRECTED_REQUEST: {
    status: 421,
    meaning: 'This host does not serve the path.',
    cause:
      '`WEBHOOK_ORIGIN` is set: webhooks, callbacks and forms of flows are served on its host only, and nothing else is.',
    cure: 'Use the `webhookUrl` that the flow shows, and for everything else `PUBLIC_URL`.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The type or encoding of the body is not supported.',
    cause: 'The route does not accept the `Content-Type` or `Content-Encoding`.',
    cure: 'Send JSON in UTF-8, or what the route documents.',
  },
  FORM_INVALID: {
    status: 422,
    meaning: 'Fields of a form are not valid.',
    cause: 'A value is missing or not of the kind of its field. `details` lists them by the names of the fields.',
    cure: 'Correct each field that `details` names, and send the form again.',
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'Too many requests.',
    cause: 'The rate limit is exceeded, or too many large answers are requested at once.',
    cure: 'Wait for the seconds in `Retry-After`, see [limits](limits.md).',
  },
  QUOTA_EXCEEDED: {
    status: 429,
    meaning: 'A quota of the workspace is used up.',
    cause:
      '`details` has its `name`, its `limit` and `retryAfter`. For `storageBytes` and `stateEntries` the status is 413.',
    cure: 'Wait for the seconds in `Retry-After`, or ask the operator for a higher quota, see [limits](limits.md#quotas).',
  },
  INTERNAL: {
    status: 500,
    meaning: 'The server failed.',
    cause: 'An error in the server; its log has the cause under the request ID.',
    cure: 'Report the request ID to the operator.',
  },
  UNAVAILABLE: {
    status: 503,
    meaning: 'The server cannot answer right now.',
    cause: 'The database is unavailable, the same data was changed at the same time, or the server is busy.',
    cure: 'Try again after the seconds in `Retry-After`.',
  },
} as const satisfies Record<string, ErrorEntry & { status: number }>;

export type ErrorCode = keyof typeof apiErrors;

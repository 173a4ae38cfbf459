/** What a reader of the documentation learns about an error code. */
export interface ErrorEntry {
  meaning: string;
  cause: string;
  cure: string;
}

/** Every code an answer of the API can carry, with its HTTP status: the one table of statuses. */
export const apiErrors = {
  BAD_REQUEST: {
    status: 400,
    meaning: 'The request cannot be read.',
    cause: 'Invalid JSON, an unknown GraphQL field, or a document beyond the limits.',
    cure: 'Correct the request as the message says.',
  },
  VALIDATION_FAILED: {
    status: 400,
    meaning: 'Fields break rules.',
    cause: 'A missing or wrong field, or a flow that cannot be stored. `details` lists every one.',
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
    cure: 'Nothing; read the execution for how it ended.',
  },
  TRIGGER_TYPE_NOT_WEBHOOK: {
    status: 400,
    meaning: 'The flow has no webhook.',
    cause: 'Its trigger is not `trigger.webhook`.',
    cure: 'Give the flow a webhook trigger first.',
  },
  ANSWER_TOO_LARGE: {
    status: 400,
    meaning: 'The answer would hold more than 32 MiB.',
    cause: 'Many rows, or large fields; `details` names the field and its bytes.',
    cure: 'Ask for fewer rows, or read large fields one by one, see [limits](limits.md#how-much-an-answer-holds).',
  },
  UNAUTHENTICATED: {
    status: 401,
    meaning: 'A credential is required.',
    cause: 'There is no `Authorization` header, or the email or password is wrong.',
    cure: 'Send `Authorization: Bearer …` with an access token or API key.',
  },
  INVALID_TOKEN: {
    status: 401,
    meaning: 'The credential or link is not valid.',
    cause: 'It is expired, revoked, incomplete or signed wrongly.',
    cure: 'Refresh the access token, log in again, or use another API key or link.',
  },
  INSUFFICIENT_CREDITS: {
    status: 402,
    meaning: 'The wallet has too few credits.',
    cause: 'The operation costs more than the balance.',
    cure: 'Add credits, see [credits](credits.md).',
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
  NOT_FOUND: {
    status: 404,
    meaning: 'Not found.',
    cause: 'The ID does not exist, or you do not belong to its workspace.',
    cure: 'Check the ID and the workspace.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'This address does not offer the method.',
    cause: 'The path exists for other methods only.',
    cure: 'Use a method that the `Allow` header lists.',
  },
  CONFLICT: {
    status: 409,
    meaning: 'The request contradicts the present state.',
    cause: 'Something was decided, used or changed before; the message names it.',
    cure: 'Read the record again and decide anew.',
  },
  VERSION_CONFLICT: {
    status: 409,
    meaning: 'The flow was changed in the meantime.',
    cause: 'The version you sent is not the current one; `details` holds `currentVersion`.',
    cure: 'Reload the flow, apply your change, send the new version.',
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
    meaning: 'A workspace keeps at least one OWNER.',
    cause: 'The only OWNER would leave or get another role.',
    cure: 'Give another member the role OWNER first.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The body is over its limit.',
    cause: 'See [limits](limits.md#bodies-origins-sockets).',
    cure: 'Send less, or in parts.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The type or encoding of the body is not supported.',
    cause: 'Another `Content-Type` or `Content-Encoding` than the route accepts.',
    cure: 'Send JSON in UTF-8, or what the route documents.',
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'Too many requests.',
    cause: 'The window of the limit is used up, or too many large answers are requested at once.',
    cure: 'Wait the seconds of `Retry-After`, see [limits](limits.md).',
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
    cause: 'The database cannot be reached, the same data was changed at that moment, or the server is busy.',
    cure: 'Try again after the seconds of `Retry-After`.',
  },
} as const satisfies Record<string, ErrorEntry & { status: number }>;

export type ErrorCode = keyof typeof apiErrors;

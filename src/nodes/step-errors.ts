/** Error codes of every node that uses a provider. */
export const providerErrors = [
  'PROVIDER_NOT_CONFIGURED',
  'PROVIDER_REFUSED',
  'PROVIDER_UNAVAILABLE',
  'INSUFFICIENT_CREDITS',
  'BUDGET_EXCEEDED',
] as const;

/** Error codes of every node that reads or changes records. */
export const recordErrors = ['NOT_FOUND', 'VALIDATION_FAILED', 'UNAVAILABLE'] as const;

/** Error codes of a node that calls operations of the API. */
export const requestErrors = [
  ...recordErrors,
  'FORBIDDEN',
  'INVALID_TOKEN',
  'CONFLICT',
  'NAME_TAKEN',
  'PRECONDITION_FAILED',
  'EXECUTION_NOT_RUNNING',
  'QUOTA_EXCEEDED',
  'RATE_LIMITED',
  'ANSWER_TOO_LARGE',
  'INSUFFICIENT_CREDITS',
  'BUDGET_EXCEEDED',
] as const;

/** Error codes of every node that changes the state of flows. */
export const stateErrors = [...recordErrors, 'CONFLICT', 'QUOTA_EXCEEDED'] as const;

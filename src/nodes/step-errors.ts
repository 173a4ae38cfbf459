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

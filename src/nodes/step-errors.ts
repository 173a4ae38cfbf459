/** Codes that every node can fail with which asks a provider. */
export const providerErrors = [
  'PROVIDER_NOT_CONFIGURED',
  'PROVIDER_REFUSED',
  'PROVIDER_UNAVAILABLE',
  'INSUFFICIENT_CREDITS',
  'BUDGET_EXCEEDED',
] as const;

/** Codes that every node can fail with which reads or changes records. */
export const recordErrors = ['NOT_FOUND', 'VALIDATION_FAILED', 'UNAVAILABLE'] as const;

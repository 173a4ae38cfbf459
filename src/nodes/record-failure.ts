import { isRunErrorCode } from '../engine/errors/index.js';
import { AppError, toAppError } from '../platform/errors.js';
import { ProviderError } from '../platform/providers/provider-error.js';
import type { Outcome } from './define-node.js';
import { providerFailure } from './provider-failure.js';

/** What the workspace's records refused, or a provider, as an outcome. Anything else is for whoever runs the step. */
export function recordFailure(error: unknown, handles: readonly string[] = []): Outcome {
  if (error instanceof ProviderError) return providerFailure(error, handles);
  const known = toAppError(error);
  if (!(known instanceof AppError)) throw error;
  const reported = known.details?.map(({ message }) => message).join(' ');
  // Records fail with these codes only.
  const code = isRunErrorCode(known.code) ? known.code : 'NODE_FAILED';
  return {
    kind: 'failed',
    error: { code, message: reported || known.message },
    // Another attempt helps where the database was away.
    retryable: known.code === 'UNAVAILABLE',
    handles,
  };
}

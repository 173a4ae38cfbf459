import { isEngineErrorCode } from '../engine/errors/index.js';
import { AppError, toAppError } from '../platform/errors/errors.js';
import { ProviderError } from '../platform/providers/provider-error.js';
import type { Outcome } from './define-node.js';
import { providerFailure } from './provider-failure.js';

const passing: ReadonlySet<string> = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL']);

/** Converts an error of the workspace's records or of a provider to an outcome; rethrows anything else. */
export function recordFailure(error: unknown, handles: readonly string[] = []): Outcome {
  if (error instanceof ProviderError) return providerFailure(error, handles);
  const known = toAppError(error);
  if (!(known instanceof AppError)) throw error;
  const reported = known.details?.map(({ message }) => message).join(' ');
  const code = isEngineErrorCode(known.code) ? known.code : 'NODE_FAILED';
  return {
    kind: 'failed',
    error: { code, message: reported || known.message },
    // Another attempt can succeed where the database was unavailable, or where somebody else has to be done first.
    retryable: passing.has(known.code) || known.retryAfter !== undefined,
    handles,
  };
}

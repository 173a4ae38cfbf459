import { ProviderError } from '../platform/providers/provider-error.js';
import type { Outcome } from './define-node.js';

/**
 * Converts a ProviderError to an outcome; rethrows anything else.
 * @param handles the step leaves by the first of these that is connected when no attempt is left
 */
export function providerFailure(error: unknown, handles: readonly string[] = []): Outcome {
  if (!(error instanceof ProviderError)) throw error;
  const { code, message, retryable } = error;
  const own = code === 'WINDOW_CLOSED' ? handles : handles.filter((handle) => handle !== 'windowClosed');
  return { kind: 'failed', error: { code, message }, retryable, handles: own };
}

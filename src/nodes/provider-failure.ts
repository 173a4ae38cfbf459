import { ProviderError } from '../platform/providers/provider-error.js';
import type { Outcome } from './define-node.js';

/**
 * A provider's failure as an outcome. Anything but that is for whoever runs the step.
 * @param handles that the step leaves by when no attempt is left, the first that is wired
 */
export function providerFailure(error: unknown, handles: readonly string[] = []): Outcome {
  if (!(error instanceof ProviderError)) throw error;
  const { code, message, retryable } = error;
  const own = code === 'WINDOW_CLOSED' ? handles : handles.filter((handle) => handle !== 'windowClosed');
  return { kind: 'failed', error: { code, message }, retryable, handles: own };
}

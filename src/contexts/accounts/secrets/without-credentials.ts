import { Taint } from '../../../engine/index.js';
import { credentialsIn } from '../../../platform/providers/choose-provider.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';

/**
 * Calls a provider. Its error may repeat the request, so credentials are redacted from it.
 * @param redact redacts other secrets
 */
export async function withoutCredentials<T>(
  { settings }: { settings: object },
  call: () => Promise<T>,
  redact: (text: string) => string = (text) => text,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const message = redact(new Taint(credentialsIn(settings)).redact(error.message));
    throw new ProviderError(error.code, message, error.retryable);
  }
}

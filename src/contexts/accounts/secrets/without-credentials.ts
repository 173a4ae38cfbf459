import { Taint } from '../../../engine/index.js';
import { credentialsIn } from '../../../platform/providers/choose-provider.js';
import { ProviderError } from '../../../platform/providers/provider-error.js';

/**
 * Asks a provider. Its error may repeat what it was sent: credentials are masked in it.
 * @param scrub masks what else was secret
 */
export async function withoutCredentials<T>(
  { settings }: { settings: object },
  ask: () => Promise<T>,
  redact: (text: string) => string = (text) => text,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const message = redact(new Taint(credentialsIn(settings)).redact(error.message));
    throw new ProviderError(error.code, message, error.retryable);
  }
}

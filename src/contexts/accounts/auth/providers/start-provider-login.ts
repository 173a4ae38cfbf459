import type { GraphContext } from '../../../../platform/graphql/context.js';
import { oidcClient } from '../oidc/oidc-client.js';
import { startAttempt } from './attempts.js';
import { findProvider } from './find-provider.js';
import { returnPath } from './return-path.js';

/**
 * Starts a login by a provider in this browser.
 * @returns the page of the provider to which the browser goes
 * @throws AppError NOT_FOUND, UNAVAILABLE
 */
export async function startProviderLogin(
  context: GraphContext,
  providerId: string,
  returnTo: string | null | undefined,
): Promise<string> {
  const { services } = context;
  const provider = findProvider(services.settings, providerId);
  const path = returnPath(services.settings.publicUrl, returnTo);
  const attempt = { providerId: provider.id, returnTo: path, userId: null, sessionId: null };
  return services.get(oidcClient).authorizeUrl(provider, await startAttempt(context, attempt));
}

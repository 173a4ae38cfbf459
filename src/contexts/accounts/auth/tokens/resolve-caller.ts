import { AppError } from '../../../../platform/errors/errors.js';
import type { Caller } from '../../../../platform/graphql/authorize.js';
import type { Services } from '../../../../platform/services.js';
import { findApiKey, looksLikeKey } from '../../api-keys/index.js';
import { readAccessToken } from './access-token.js';
import { looksExternal, readExternalToken } from './external-token.js';

/**
 * Resolves the caller from the `Authorization` header. A missing or invalid credential is returned as a violation:
 * public operations ignore it, the others throw it. Of the server's own access tokens only the signature is checked
 * here; the session is checked by the first statement that depends on it.
 * @throws errors of the database if a key cannot be looked up
 */
export async function resolveCaller(authorization: string | undefined, services: Services): Promise<Caller> {
  if (!authorization) return anonymous;
  try {
    return await readCredential(authorization, services);
  } catch (error) {
    if (error instanceof AppError) return { principal: null, violation: error };
    throw error;
  }
}

// Shared: every webhook request needs one, and creating an error captures its stack.
const anonymous: Caller = {
  principal: null,
  violation: new AppError(
    'UNAUTHENTICATED',
    'A credential is required. Send `Authorization: Bearer` with an access token or an API key.',
  ),
};

async function readCredential(authorization: string, services: Services): Promise<Caller> {
  const [, credential] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  if (!credential) {
    throw new AppError(
      'INVALID_TOKEN',
      'The Authorization header must be `Bearer`, a space, and an access token or an API key.',
    );
  }
  if (looksLikeKey(credential)) return findApiKey(services, credential);
  const { trustedIssuer } = services.settings;
  if (trustedIssuer && looksExternal(credential)) {
    return { principal: await readExternalToken(services, trustedIssuer, credential) };
  }
  return { principal: { kind: 'user', ...(await readAccessToken(services, credential)) } };
}

import type { Caller } from '../../../platform/access/authorize.js';
import { AppError } from '../../../platform/errors.js';
import type { Services } from '../../../platform/services.js';
import { findApiKey, looksLikeKey } from '../api-keys/index.js';
import { readAccessToken } from './access-token.js';
import { looksExternal, readExternalToken } from './external-token.js';

/**
 * Who asks, by the `Authorization` header. A missing or bad credential is no failure yet: public operations need none,
 * the others throw the fault. Of our own access tokens only the signature is checked here; whether its session goes on is part
 * of the first statement that depends on it.
 * @throws whatever the database throws where a key cannot be looked up
 */
export async function resolveCaller(authorization: string | undefined, services: Services): Promise<Caller> {
  if (!authorization) return nobody;
  try {
    return await readCredential(authorization, services);
  } catch (error) {
    if (error instanceof AppError) return { principal: null, violation: error };
    throw error;
  }
}

// One for all: it is made for every webhook, and an error takes its stack along.
const nobody: Caller = {
  principal: null,
  violation: new AppError(
    'UNAUTHENTICATED',
    'No credential came along. Send `Authorization: Bearer` with an access token or an API key.',
  ),
};

async function readCredential(authorization: string, services: Services): Promise<Caller> {
  const [, credential] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  if (!credential) {
    throw new AppError(
      'INVALID_TOKEN',
      'The Authorization header cannot be read. Write `Bearer`, a space, and an access token or an API key.',
    );
  }
  if (looksLikeKey(credential)) return findApiKey(services, credential);
  const { trustedIssuer } = services.settings;
  if (trustedIssuer && looksExternal(credential)) {
    return { principal: await readExternalToken(services, trustedIssuer, credential) };
  }
  return { principal: { kind: 'user', ...(await readAccessToken(services, credential)) } };
}

import {
  createRemoteJWKSet,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { Principal } from '../../../platform/access/principal.js';
import { AppError } from '../../../platform/errors.js';
import type { Services, TrustedIssuer } from '../../../platform/services.js';
import { findExternalUser } from './find-external-user.js';

/** Signatures by a private key only: of a shared secret, whoever checks a token could make one. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** Seconds by which the issuer's clock may differ from ours. */
const clockTolerance = 5;

/** True for tokens that this server cannot have signed. Proves nothing. */
export function looksExternal(token: string): boolean {
  try {
    return algorithms.includes(decodeProtectedHeader(token).alg ?? '');
  } catch {
    return false;
  }
}

/**
 * The person whom the trusted issuer vouches for.
 * @throws AppError INVALID_TOKEN, UNAVAILABLE where the issuer's keys cannot be had
 */
export async function readExternalToken(services: Services, trusted: TrustedIssuer, token: string): Promise<Principal> {
  const { sub = '', iat = 0, exp = 0, email, email_verified: verified } = await verify(services, trusted, token);
  if (sub === '' || sub.length > 255) throw refused('its sub is not 1 to 255 characters long');
  const userId = await findExternalUser(services.db.pool, {
    issuer: trusted.issuer,
    subject: sub,
    verifiedEmail: verified === true && typeof email === 'string' ? email : null,
  });
  const expiresAt = new Date((exp + clockTolerance) * 1000);
  return { kind: 'user', userId, sessionId: null, issuedAt: new Date(iat * 1000), expiresAt };
}

async function verify({ now, log }: Services, trusted: TrustedIssuer, token: string): Promise<JWTPayload> {
  const getKey: JWTVerifyGetKey = async (header, jws) => {
    if (!header.kid) throw refused('its header names no kid');
    try {
      return await keySetOf(trusted)(header, jws);
    } catch (error) {
      if (error instanceof errors.JOSEError && tokenViolations.has(error.code)) throw error;
      log.warn({ err: error, url: trusted.jwksUrl }, "the trusted issuer's keys could not be read");
      throw new AppError('UNAVAILABLE', "The issuer's keys cannot be read right now. Try again shortly.", undefined, 5);
    }
  };
  try {
    const { payload } = await jwtVerify(token, getKey, {
      algorithms,
      issuer: trusted.issuer,
      audience: trusted.audience,
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: now(),
      clockTolerance,
    });
    return payload;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof errors.JWTExpired) throw refused('it has expired');
    if (error instanceof errors.JWTClaimValidationFailed) throw refused(`its ${error.claim} does not fit`);
    throw refused('its signature does not fit a key of the issuer');
  }
}

/** What a key set says when the token is at fault, not the set. */
const tokenViolations: ReadonlySet<string> = new Set([
  errors.JWKSNoMatchingKey.code,
  errors.JWKSMultipleMatchingKeys.code,
  errors.JOSENotSupported.code,
]);

const keySets = new WeakMap<TrustedIssuer, JWTVerifyGetKey>();

/** Keys are kept for ten minutes; one that is not among them has the set read again, at most every half minute. */
function keySetOf(trusted: TrustedIssuer): JWTVerifyGetKey {
  let keySet = keySets.get(trusted);
  if (!keySet) {
    keySet = createRemoteJWKSet(new URL(trusted.jwksUrl));
    keySets.set(trusted, keySet);
  }
  return keySet;
}

function refused(why: string): AppError {
  return new AppError('INVALID_TOKEN', `The access token is refused: ${why}. Get a new one from its issuer.`);
}

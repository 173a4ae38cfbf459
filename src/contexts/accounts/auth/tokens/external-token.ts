import {
  createRemoteJWKSet,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { Principal } from '../../../../platform/access/principal.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { Services, TrustedIssuer } from '../../../../platform/services.js';
import { findExternalUser } from './find-external-user.js';

/** Asymmetric signatures only: with a shared secret every verifier could issue tokens. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Seconds by which the clocks of issuer and server may differ. */
const clockTolerance = 5;

/** True for tokens with an algorithm that this server does not sign with. Verifies nothing. */
export function looksExternal(token: string): boolean {
  try {
    return algorithms.includes(decodeProtectedHeader(token).alg ?? '');
  } catch {
    return false;
  }
}

/**
 * Verifies a token of the trusted issuer and returns its user as principal.
 * @throws AppError INVALID_TOKEN, UNAVAILABLE if the issuer's keys cannot be read
 */
export async function readExternalToken(services: Services, trusted: TrustedIssuer, token: string): Promise<Principal> {
  const { sub = '', iat = 0, exp = 0, email, email_verified: verified } = await verify(services, trusted, token);
  if (sub === '' || sub.length > 255) throw invalid('its claim sub must have 1 to 255 characters');
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
    if (!header.kid) throw invalid('its header must have a kid');
    try {
      return await keySetOf(trusted)(header, jws);
    } catch (error) {
      if (error instanceof errors.JOSEError && tokenViolations.has(error.code)) throw error;
      log.warn({ err: error, url: trusted.jwksUrl }, 'could not read the keys of the trusted issuer');
      throw new AppError(
        'UNAVAILABLE',
        "The issuer's keys are temporarily unavailable. Try again later.",
        undefined,
        5,
      );
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
    if (error instanceof errors.JWTExpired) throw invalid('it has expired');
    if (error instanceof errors.JWTClaimValidationFailed) throw invalid(`its claim ${error.claim} is not valid`);
    throw invalid('its signature matches no key of the issuer');
  }
}

/** Errors of a key set that the token causes, not the set. */
const tokenViolations: ReadonlySet<string> = new Set([
  errors.JWKSNoMatchingKey.code,
  errors.JWKSMultipleMatchingKeys.code,
  errors.JOSENotSupported.code,
]);

const keySets = new WeakMap<TrustedIssuer, JWTVerifyGetKey>();

/** Keys are cached for ten minutes. For an unknown key the set is read again, at most every 30 seconds. */
function keySetOf(trusted: TrustedIssuer): JWTVerifyGetKey {
  let keySet = keySets.get(trusted);
  if (!keySet) {
    keySet = createRemoteJWKSet(new URL(trusted.jwksUrl));
    keySets.set(trusted, keySet);
  }
  return keySet;
}

function invalid(why: string): AppError {
  return new AppError('INVALID_TOKEN', `The access token is not valid: ${why}. Get a new one from its issuer.`);
}

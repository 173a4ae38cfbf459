import { type CryptoKey, errors, jwtVerify, SignJWT } from 'jose';
import QuickLRU from 'quick-lru';
import { AppError } from '../../../../platform/errors/errors.js';
import { isUuid } from '../../../../platform/graphql/context.js';
import type { Services, Settings } from '../../../../platform/services.js';

/** Seconds for which an access token is valid. */
export const accessTokenLifetime = 15 * 60;

/** The claims of an access token: the user, the session, and the version of the user's sessions. */
export interface AccessClaims {
  userId: string;
  sessionId: string;
  sessionVersion: number;
}

/** The claims of a token whose signature was verified. */
export type VerifiedClaims = AccessClaims & { expiresAt: Date };

const algorithm = 'HS256';
const issuer = 'workspace-automation';
const audience = 'workspace-automation-api';

export async function issueAccessToken({ settings, now }: Services, claims: AccessClaims): Promise<string> {
  const issuedAt = seconds(now());
  return new SignJWT({ sid: claims.sessionId, ver: claims.sessionVersion })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(claims.userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenLifetime)
    .sign(await signingKey(settings));
}

/**
 * Reads the claims of an access token of this server. Does not check the session: `findAccess` and `findLiveUser` do.
 * @throws AppError INVALID_TOKEN
 */
export async function readAccessToken({ settings, now }: Services, token: string): Promise<VerifiedClaims> {
  const cache = verifiedTokens(settings);
  const verified = cache.get(token) ?? (await verifyToken(settings, token, now()));
  if (verified.expiresAt <= now()) throw expired();
  cache.set(token, verified);
  return verified;
}

async function verifyToken(settings: Settings, token: string, currentDate: Date): Promise<VerifiedClaims> {
  try {
    const { payload } = await jwtVerify<{ sid: string; ver: number; sub: string; exp: number }>(
      token,
      await signingKey(settings),
      { algorithms: [algorithm], issuer, audience, currentDate, requiredClaims: ['sub', 'exp', 'sid', 'ver'] },
    );
    const { sub, sid, ver, exp } = payload;
    if (!isUuid(sub) || !isUuid(sid) || !Number.isInteger(ver))
      throw new errors.JWTInvalid('Claims are missing or malformed');
    return { userId: sub, sessionId: sid, sessionVersion: ver, expiresAt: new Date(exp * 1000) };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw expired();
    throw new AppError(
      'INVALID_TOKEN',
      'The access token is not valid. Log in and send `Authorization: Bearer <accessToken>`.',
    );
  }
}

function expired(): AppError {
  return new AppError(
    'INVALID_TOKEN',
    'The access token has expired. Get a new one with POST /auth/refresh, or log in.',
  );
}

const keys = new WeakMap<Settings, Promise<CryptoKey>>();

/** Importing the key is slower than signing, so it is imported once. */
function signingKey(settings: Settings): Promise<CryptoKey> {
  let key = keys.get(settings);
  if (!key) {
    const secret = Buffer.from(settings.jwtSecret);
    key = crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
    keys.set(settings, key);
  }
  return key;
}

const caches = new WeakMap<Settings, QuickLRU<string, VerifiedClaims>>();

/**
 * Tokens whose signature was verified, by their whole text: a verification takes 0.1 ms, a good part of a short request.
 * The expiry is checked each time.
 */
function verifiedTokens(settings: Settings): QuickLRU<string, VerifiedClaims> {
  let cache = caches.get(settings);
  if (!cache) {
    cache = new QuickLRU({ maxSize: 2_000 });
    caches.set(settings, cache);
  }
  return cache;
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

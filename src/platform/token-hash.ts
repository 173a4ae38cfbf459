import { createHash } from 'node:crypto';

/**
 * The SHA-256 hash (32 bytes) that is stored of a random token: a link, an invitation, an API key, a refresh token or a
 * webhook's token. A fast hash without a salt is enough: at least 160 random bits cannot be guessed.
 */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

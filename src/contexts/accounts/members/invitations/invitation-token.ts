import { createHash, randomBytes } from 'node:crypto';

/** Milliseconds for which an invitation is valid. */
const invitationLifetime = 7 * 24 * 60 * 60 * 1000;

/** Creates a token and the hash that is stored. A plain hash is enough: 256 random bits cannot be guessed. */
export function newInvitationToken(now: Date): { inviteToken: string; hash: Buffer; expiresAt: Date } {
  const inviteToken = randomBytes(32).toString('base64url');
  return {
    inviteToken,
    hash: hashInvitationToken(inviteToken),
    expiresAt: new Date(now.getTime() + invitationLifetime),
  };
}

export function hashInvitationToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

import { createHash, randomBytes } from 'node:crypto';

/** Milliseconds that an invitation is good for. */
const invitationLifetime = 7 * 24 * 60 * 60 * 1000;

/** A token and what is stored of it: nobody guesses 256 random bits, so a plain hash is enough. */
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

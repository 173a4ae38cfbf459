import { randomBytes } from 'node:crypto';
import { hashToken } from '../../../../platform/token-hash.js';

/** Milliseconds for which an invitation is valid. */
const invitationLifetime = 7 * 24 * 60 * 60 * 1000;

/** Creates a token and the hash that is stored. */
export function newInvitationToken(now: Date): { inviteToken: string; hash: Buffer; expiresAt: Date } {
  const inviteToken = randomBytes(32).toString('base64url');
  return {
    inviteToken,
    hash: hashToken(inviteToken),
    expiresAt: new Date(now.getTime() + invitationLifetime),
  };
}

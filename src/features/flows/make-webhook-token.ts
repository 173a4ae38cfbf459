import { createHash, randomBytes } from 'node:crypto';
import type { Sealer } from '../../platform/services.js';

export interface FlowKey {
  workspaceId: string;
  flowId: string;
}

/** A new token of 256 random bits, as it is stored: its hash to find it by, and a sealed copy for its owner. */
export function makeWebhookToken(sealer: Sealer, flow: FlowKey): { tokenHash: Buffer; sealedToken: string } {
  const token = randomBytes(32).toString('hex');
  return { tokenHash: hashToken(token), sealedToken: sealer.seal(token, sealContext(flow)) };
}

/** @throws Error where the vault has no key for it any more */
export function openWebhookToken(sealer: Sealer, flow: FlowKey, sealedToken: string): string {
  return sealer.open(sealedToken, sealContext(flow));
}

/** SHA-256: a token is random enough not to be guessed from a fast hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Bound to one flow, so that a sealed copy opens nowhere else. */
function sealContext({ workspaceId, flowId }: FlowKey): string {
  return `webhook:${workspaceId}:${flowId}`;
}

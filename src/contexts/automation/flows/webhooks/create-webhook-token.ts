import { createHash, randomBytes } from 'node:crypto';
import type { SealContext, SealedColumn, Vault } from '../../../../platform/vault/index.js';

export interface FlowKey {
  workspaceId: string;
  flowId: string;
}

/** A new token of 256 random bits, as it is stored: its hash to find it by, and a sealed copy for its owner. */
export async function makeWebhookToken(
  vault: Vault,
  { workspaceId, flowId }: FlowKey,
): Promise<{ tokenHash: Buffer; sealedToken: string }> {
  const token = randomBytes(32).toString('hex');
  return { tokenHash: hashToken(token), sealedToken: await vault.seal(workspaceId, token, sealContext(flowId)) };
}

/** @throws Error where the vault has no key for it any more */
export function openWebhookToken(vault: Vault, { workspaceId, flowId }: FlowKey, sealedToken: string): Promise<string> {
  return vault.open(workspaceId, sealedToken, sealContext(flowId));
}

/** SHA-256: a token is random enough not to be guessed from a fast hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The sealed copies, for the rotation of data keys. */
export const sealedWebhookTokens: SealedColumn<{ flow_id: string }> = {
  table: 'webhook_tokens',
  column: 'sealed_token',
  key: ['flow_id'],
  context: (row) => sealContext(row.flow_id),
};

/** Bound to one flow, so that a sealed copy opens nowhere else. */
function sealContext(flowId: string): SealContext {
  return { kind: 'webhook-token', id: flowId, flowId };
}

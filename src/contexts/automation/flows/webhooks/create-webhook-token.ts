import { createHash, randomBytes } from 'node:crypto';
import type { EncryptedColumn, EncryptionContext, Vault } from '../../../../platform/vault/index.js';

export interface FlowKey {
  workspaceId: string;
  flowId: string;
}

/** A new token of 256 random bits, as it is stored: its hash to find it by, and a sealed copy for its owner. */
export async function createWebhookToken(
  vault: Vault,
  { workspaceId, flowId }: FlowKey,
): Promise<{ tokenHash: Buffer; encryptedToken: string }> {
  const token = randomBytes(32).toString('hex');
  return {
    tokenHash: hashToken(token),
    encryptedToken: await vault.encrypt(workspaceId, token, encryptionContext(flowId)),
  };
}

/** @throws Error where the vault has no key for it any more */
export function openWebhookToken(
  vault: Vault,
  { workspaceId, flowId }: FlowKey,
  encryptedToken: string,
): Promise<string> {
  return vault.open(workspaceId, encryptedToken, encryptionContext(flowId));
}

/** SHA-256: a token is random enough not to be guessed from a fast hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The sealed copies, for the rotation of data keys. */
export const encryptedWebhookTokens: EncryptedColumn<{ flow_id: string }> = {
  table: 'webhook_tokens',
  column: 'encrypted_token',
  key: ['flow_id'],
  context: (row) => encryptionContext(row.flow_id),
};

/** Bound to one flow, so that a sealed copy opens nowhere else. */
function encryptionContext(flowId: string): EncryptionContext {
  return { kind: 'webhook-token', id: flowId, flowId };
}

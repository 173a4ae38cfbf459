import { randomBytes } from 'node:crypto';
import { hashToken } from '../../../platform/token-hash.js';
import type { EncryptedColumn, EncryptionContext, Vault } from '../../../platform/vault/index.js';

export interface FlowKey {
  workspaceId: string;
  flowId: string;
}

/** Creates a token of 256 random bits in its stored form: a hash to find it by, and an encrypted copy to show. */
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

/** Decrypts a token. @throws Error if the vault no longer has its key */
export function openWebhookToken(
  vault: Vault,
  { workspaceId, flowId }: FlowKey,
  encryptedToken: string,
): Promise<string> {
  return vault.open(workspaceId, encryptedToken, encryptionContext(flowId));
}

/** The encrypted copies, for the rotation of data keys. */
export const encryptedWebhookTokens: EncryptedColumn<{ flow_id: string }> = {
  table: 'webhook_tokens',
  column: 'encrypted_token',
  key: ['flow_id'],
  context: (row) => encryptionContext(row.flow_id),
};

/** Binds an encrypted copy to its flow: with the context of another flow it cannot be decrypted. */
function encryptionContext(flowId: string): EncryptionContext {
  return { kind: 'webhook-token', id: flowId, flowId };
}

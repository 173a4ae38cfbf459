import { randomBytes } from 'node:crypto';
import type { TriggerType } from '../../../engine/node-shape.js';
import { hashToken } from '../../../platform/token-hash.js';
import type { EncryptedColumn, EncryptionContext, Vault } from '../../../platform/vault/index.js';

export interface FlowKey {
  workspaceId: string;
  flowId: string;
}

/** Whether triggers of a type have a token, by which strangers start the flow. */
export function hasToken(type: TriggerType): boolean {
  return type === 'webhook' || type === 'form';
}

/** The trigger that a token belongs to. */
export interface TriggerKey {
  workspaceId: string;
  id: string;
}

/** Creates a token of 256 random bits in its stored form: a hash to find it by, and an encrypted copy to show. */
export async function createWebhookToken(
  vault: Vault,
  { workspaceId, id }: TriggerKey,
): Promise<{ tokenHash: Buffer; encryptedToken: string }> {
  const token = randomBytes(32).toString('hex');
  return {
    tokenHash: hashToken(token),
    encryptedToken: await vault.encrypt(workspaceId, token, encryptionContext(id)),
  };
}

/** Decrypts a token. @throws Error if the vault no longer has its key */
export function openWebhookToken(
  vault: Vault,
  { workspaceId, id }: TriggerKey,
  encryptedToken: string,
): Promise<string> {
  return vault.open(workspaceId, encryptedToken, encryptionContext(id));
}

/** The encrypted copies, for the rotation of data keys. */
export const encryptedWebhookTokens: EncryptedColumn<{ id: string }> = {
  table: 'flow_triggers',
  column: 'encrypted_token',
  key: ['id'],
  context: (row) => encryptionContext(row.id),
};

/** Those of test calls. */
export const encryptedTestTokens: EncryptedColumn<{ id: string }> = { ...encryptedWebhookTokens, table: 'test_calls' };

/** Binds an encrypted copy to its trigger: with the context of another one it cannot be decrypted. */
function encryptionContext(id: string): EncryptionContext {
  return { kind: 'webhook-token', id, flowId: null };
}

import { randomBytes } from 'node:crypto';
import { keyLength } from './aes-gcm.js';
import {
  type Binding,
  type EncryptionKey,
  encryptionKey,
  encryptText,
  openText,
  parseEncrypted,
} from './encrypted-text.js';

/** A random key for a workspace's texts. Its ID is random too, so that two processes never give one ID to two keys. */
export function createDataKey(): EncryptionKey {
  return encryptionKey({ id: `d${randomBytes(9).toString('base64url')}`, key: randomBytes(keyLength) });
}

/** A data key as it is stored: encrypted with an instance key, for one workspace. */
export function wrapDataKey(instanceKey: EncryptionKey, workspaceId: string, { id, key }: EncryptionKey): string {
  return encryptText(instanceKey, key.export(), binding(workspaceId, id));
}

/** @throws Error if it was wrapped for another workspace, with another ID or with another key */
export function unwrapDataKey(
  instanceKey: EncryptionKey,
  workspaceId: string,
  id: string,
  wrapped: string,
): EncryptionKey {
  return encryptionKey({ id, key: openText(instanceKey, parseEncrypted(wrapped), binding(workspaceId, id)) });
}

function binding(workspaceId: string, id: string): Binding {
  return [workspaceId, 'data-key', id];
}

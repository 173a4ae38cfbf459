import { randomBytes } from 'node:crypto';
import { keyLength } from './aes-gcm.js';
import { type Binding, openText, parseSealed, type SealingKey, sealingKey, sealText } from './sealed-text.js';

/** A random key for a workspace's texts. Its id is random too: two processes never give one name to two keys. */
export function makeDataKey(): SealingKey {
  return sealingKey({ id: `d${randomBytes(9).toString('base64url')}`, key: randomBytes(keyLength) });
}

/** A data key as it is stored: sealed with an instance key, for one workspace. */
export function wrapDataKey(instanceKey: SealingKey, workspaceId: string, { id, key }: SealingKey): string {
  return sealText(instanceKey, key.export(), binding(workspaceId, id));
}

/** @throws Error where it was wrapped for another workspace, under another name or with another key */
export function unwrapDataKey(instanceKey: SealingKey, workspaceId: string, id: string, wrapped: string): SealingKey {
  return sealingKey({ id, key: openText(instanceKey, parseSealed(wrapped), binding(workspaceId, id)) });
}

function binding(workspaceId: string, id: string): Binding {
  return [workspaceId, 'data-key', id];
}

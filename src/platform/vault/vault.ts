import type { Sql } from '../database/database.js';
import type { Listener } from '../database/listener.js';
import type { VaultKey } from '../instance-keys.js';
import { type Binding, encryptText, openText, parseEncrypted } from './encrypted-text.js';
import { createInstanceKeyring } from './instance-keyring.js';
import { Keyrings } from './keyrings.js';
import { instancePayload, keysChannel } from './workspace-keys.js';

/**
 * Authenticated encryption of a workspace's small texts, in two layers: the instance's keys wrap a data key for each
 * workspace, which seals its texts.
 */
export interface Vault {
  /** @param context bound to the text: it opens only with the same one */
  encrypt(workspaceId: string, plain: string, context: EncryptionContext): Promise<string>;
  /** @throws AppError UNAVAILABLE where text, workspace, context or key is not the one it was sealed with */
  open(workspaceId: string, encrypted: string, context: EncryptionContext): Promise<string>;
  /**
   * Has the workspace's keys at hand, making the first one where there is none. To be called before a transaction in
   * which something is sealed or opened: inside, reading keys would wait for a second connection while holding one.
   */
  prepare(workspaceId: string): Promise<void>;
}

/** What a sealed text is. */
export interface EncryptionContext {
  /** `secret`, `webhook-token`, … */
  kind: string;
  /** The row's own id. */
  id: string;
  /** Null for what belongs to no flow. */
  flowId: string | null;
}

export interface VaultOptions {
  sql: Sql;
  /** Of the instance: the first wraps, all unwrap. */
  keys: readonly VaultKey[];
  /** Looks the instance's keys up again, where they can be added while the process runs. */
  reloadKeys?: (() => Promise<readonly VaultKey[]>) | undefined;
  /** Tells of rotations. Without it a process goes on sealing with the data keys that it met first. */
  listener?: Listener;
}

/** @throws Error where no key is given, or one is not 32 bytes long */
export function createVault({ sql, keys, reloadKeys, listener }: VaultOptions): Vault {
  const instance = createInstanceKeyring(keys, reloadKeys);
  const keyrings = new Keyrings(sql, instance);

  listener?.on(keysChannel, (payload) => {
    if (payload === null) keyrings.forget();
    // What cannot be read now is read at the first key that needs it.
    else if (payload === instancePayload) void instance.reload().catch(() => undefined);
    else keyrings.forget(payload);
  });

  return {
    prepare: async (workspaceId) => void (await keyrings.encryptionKey(workspaceId)),
    async encrypt(workspaceId, plain, context) {
      return encryptText(await keyrings.encryptionKey(workspaceId), Buffer.from(plain), binding(workspaceId, context));
    },
    async open(workspaceId, encrypted, context) {
      const text = parseEncrypted(encrypted);
      const key = await keyrings.openingKey(workspaceId, text.keyId);
      return openText(key, text, binding(workspaceId, context)).toString();
    },
  };
}

function binding(workspaceId: string, { kind, id, flowId }: EncryptionContext): Binding {
  return [workspaceId, kind, id, flowId];
}

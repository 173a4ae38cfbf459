import type { Sql } from '../database/database.js';
import type { Listener } from '../database/listener.js';
import type { VaultKey } from '../instance-keys.js';
import { type Binding, encryptText, openText, parseEncrypted } from './encrypted-text.js';
import type { InstanceContext } from './instance-column.js';
import { createInstanceKeyring } from './instance-keyring.js';
import { Keyrings } from './keyrings.js';
import { instancePayload, keysChannel, missingInstanceKey } from './workspace-keys.js';

/**
 * Authenticated encryption of a workspace's small texts, in two layers: the instance's keys wrap a data key for each
 * workspace, which encrypts its texts.
 */
export interface Vault {
  /** @param context bound to the text: it can be decrypted with the same one only */
  encrypt(workspaceId: string, plain: string, context: EncryptionContext): Promise<string>;
  /** @throws AppError UNAVAILABLE if text, workspace, context or key differs from the encryption */
  open(workspaceId: string, encrypted: string, context: EncryptionContext): Promise<string>;
  /**
   * Loads the workspace's keys, creating the first one if there is none. To be called before a transaction in which
   * something is encrypted or decrypted: inside, reading keys would wait for a second connection while holding one.
   */
  prepare(workspaceId: string): Promise<void>;
  /** Encrypts a text that belongs to no workspace with the instance's key. Its column is an `InstanceColumn`. */
  encryptForInstance(plain: string, context: InstanceContext): Promise<string>;
  /** @throws AppError UNAVAILABLE if text, context or key differs from the encryption */
  openForInstance(encrypted: string, context: InstanceContext): Promise<string>;
}

/** What an encrypted text is bound to. */
export interface EncryptionContext {
  /** `secret`, `webhook-token`, … */
  kind: string;
  /** The row's own id. */
  id: string;
  /** Null if it does not belong to a flow. */
  flowId: string | null;
}

export interface VaultOptions {
  sql: Sql;
  /** The instance's keys: the first wraps, all unwrap. */
  keys: readonly VaultKey[];
  /** Reads the instance's keys again, if they can be added while the process runs. */
  reloadKeys?: (() => Promise<readonly VaultKey[]>) | undefined;
  /** Reports rotations. Without it a process keeps encrypting with the data keys that it read first. */
  listener?: Listener;
}

/** @throws Error if no key is given, or one is not 32 bytes long */
export function createVault({ sql, keys, reloadKeys, listener }: VaultOptions): Vault {
  const instance = createInstanceKeyring(keys, reloadKeys);
  const keyrings = new Keyrings(sql, instance);

  listener?.on(keysChannel, (payload) => {
    if (payload === null) keyrings.forget();
    // Keys that cannot be read now are read at the first use of one.
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
    encryptForInstance: async (plain, context) =>
      encryptText(instance.first(), Buffer.from(plain), instanceBinding(context)),
    async openForInstance(encrypted, context) {
      const text = parseEncrypted(encrypted);
      const key = await instance.find(text.keyId);
      if (!key) throw missingInstanceKey(text.keyId);
      return openText(key, text, instanceBinding(context)).toString();
    },
  };
}

function binding(workspaceId: string, { kind, id, flowId }: EncryptionContext): Binding {
  return [workspaceId, kind, id, flowId];
}

/** Differs from every binding of a workspace, which begins with its ID. */
export function instanceBinding({ kind, id }: InstanceContext): Binding {
  return ['instance', kind, id];
}

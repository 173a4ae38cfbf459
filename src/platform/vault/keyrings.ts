import QuickLRU from 'quick-lru';
import type { Sql } from '../database/database.js';
import { groupCommit } from '../database/group-commit.js';
import { createDataKey } from './data-key.js';
import type { EncryptionKey } from './encrypted-text.js';
import type { InstanceKeyring } from './instance-keyring.js';
import { Unreadable } from './unreadable.js';
import { insertFirstKey, type Keyring, readWrappedKeys, unwrapKeys } from './workspace-keys.js';

/** Maximum number of workspaces whose unwrapped keys are kept in memory. */
const workspacesAtMost = 1_000;

/** The data keys of the most recently used workspaces, read at the first use; concurrent requests are read together. */
export class Keyrings {
  // Promises, so that concurrent callers share one read; one that is dropped while it is read is not stored afterwards.
  readonly #known = new QuickLRU<string, Promise<Keyring>>({ maxSize: workspacesAtMost });
  readonly #firstKeys = new Map<string, Promise<EncryptionKey>>();
  readonly #read: (workspaceId: string) => Promise<Keyring>;

  constructor(
    private readonly sql: Sql,
    private readonly instance: InstanceKeyring,
  ) {
    const readRows = groupCommit((workspaceIds: string[]) => readWrappedKeys(sql, workspaceIds));
    this.#read = async (workspaceId) => unwrapKeys(instance, await readRows(workspaceId));
  }

  /** The key that encrypts a workspace's texts, created if there is none yet. */
  async encryptionKey(workspaceId: string): Promise<EncryptionKey> {
    const keyring = this.#of(workspaceId);
    const { current } = await keyring;
    if (current instanceof Error) {
      this.#drop(workspaceId, keyring);
      throw current;
    }
    if (current) return current;
    const making = this.#firstKeys.get(workspaceId) ?? this.#makeFirstKey(workspaceId);
    this.#firstKeys.set(workspaceId, making);
    return making.finally(() => this.#firstKeys.delete(workspaceId));
  }

  /** @throws Unreadable if the workspace does not have the key, or it cannot be unwrapped */
  async openingKey(workspaceId: string, keyId: string): Promise<EncryptionKey> {
    const keyring = this.#of(workspaceId);
    let key = (await keyring).byId.get(keyId);
    if (!key || key instanceof Error) {
      // Another process may have created it since, or it was wrapped with an instance key that was added since.
      this.#drop(workspaceId, keyring);
      key = (await this.#of(workspaceId)).byId.get(keyId);
    }
    if (key instanceof Error) throw key;
    if (!key) throw new Unreadable(`The data key ${keyId} of the encrypted text was not found in the workspace.`);
    return key;
  }

  /** Drops keys, which are read again at the next use. @param workspaceId defaults to all workspaces */
  forget(workspaceId?: string): void {
    if (workspaceId === undefined) this.#known.clear();
    else this.#known.delete(workspaceId);
  }

  #of(workspaceId: string): Promise<Keyring> {
    const known = this.#known.get(workspaceId);
    if (known) return known;
    const keyring = this.#read(workspaceId);
    this.#known.set(workspaceId, keyring);
    keyring.catch(() => this.#drop(workspaceId, keyring));
    return keyring;
  }

  #drop(workspaceId: string, keyring: Promise<Keyring>): void {
    if (this.#known.peek(workspaceId) === keyring) this.#known.delete(workspaceId);
  }

  async #makeFirstKey(workspaceId: string): Promise<EncryptionKey> {
    await insertFirstKey(this.sql, this.instance.first(), workspaceId, createDataKey());
    // Read back: another process may have been first.
    this.forget(workspaceId);
    const { current } = await this.#of(workspaceId);
    if (!current || current instanceof Error)
      throw current ?? new Error('The data key of the workspace was not found.');
    return current;
  }
}

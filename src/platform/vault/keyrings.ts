import QuickLRU from 'quick-lru';
import type { Sql } from '../database/database.js';
import { groupCommit } from '../database/group-commit.js';
import { createDataKey } from './data-key.js';
import type { EncryptionKey } from './encrypted-text.js';
import type { InstanceKeyring } from './instance-keyring.js';
import { Unreadable } from './unreadable.js';
import { insertFirstKey, type Keyring, readWrappedKeys, unwrapKeys } from './workspace-keys.js';

/** Workspaces whose unwrapped keys are kept in memory. */
const workspacesAtMost = 1_000;

/** The data keys of the workspaces that were used last, read at the first use, all that are asked for at once together. */
export class Keyrings {
  // Promises, so that many who ask at once share one read; one that is dropped on its way is not kept when it arrives.
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

  /** The key that seals a workspace's texts, made where there is none yet. */
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

  /** @throws Unreadable where the workspace has no such key, or it cannot be unwrapped */
  async openingKey(workspaceId: string, keyId: string): Promise<EncryptionKey> {
    const keyring = this.#of(workspaceId);
    let key = (await keyring).byId.get(keyId);
    if (!key || key instanceof Error) {
      // Made by another process since, or wrapped with an instance key that was added since.
      this.#drop(workspaceId, keyring);
      key = (await this.#of(workspaceId)).byId.get(keyId);
    }
    if (key instanceof Error) throw key;
    if (!key)
      throw new Unreadable(`The text was encrypted with the data key ${keyId}, which the workspace does not have.`);
    return key;
  }

  /** Reads them again at the next use. @param workspaceId all, when left out */
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
    if (!current || current instanceof Error) throw current ?? new Error('The workspace has lost its data key.');
    return current;
  }
}

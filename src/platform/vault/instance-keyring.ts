import type { VaultKey } from '../instance-keys.js';
import { type EncryptionKey, encryptionKey } from './encrypted-text.js';

/** The instance's own keys, which wrap the workspaces' data keys. */
export interface InstanceKeyring {
  /** The key that wraps. */
  first(): EncryptionKey;
  /** Undefined if the instance does not have the key, even after reloading. */
  find(id: string): Promise<EncryptionKey | undefined>;
  /** Reads keys that were added since the start. */
  reload(): Promise<void>;
}

/**
 * @param read reads the keys again; absent if they are given at the start only
 * @throws Error if no key is given, or one is not 32 bytes long
 */
export function createInstanceKeyring(
  keys: readonly VaultKey[],
  read?: () => Promise<readonly VaultKey[]>,
): InstanceKeyring {
  let known = requireKeys(keys);
  const reload = async () => {
    if (read) known = requireKeys(await read());
  };
  const at = (id: string) => known.find((key) => key.id === id);
  return {
    first: () => firstOf(known),
    find: async (id) => at(id) ?? (await reload().then(() => at(id))),
    reload,
  };
}

/** The key that wraps. @throws Error if there is none */
export function firstOf<Key>(keys: readonly Key[]): Key {
  const [first] = keys;
  if (!first) throw new Error('The vault must have at least one key.');
  return first;
}

function requireKeys(keys: readonly VaultKey[]): readonly EncryptionKey[] {
  firstOf(keys);
  return keys.map(encryptionKey);
}

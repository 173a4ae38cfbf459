import type { VaultKey } from '../instance-keys.js';
import { type EncryptionKey, encryptionKey } from './encrypted-text.js';

/** The instance's own keys, which wrap the workspaces' data keys. */
export interface InstanceKeyring {
  /** The one that wraps. */
  first(): EncryptionKey;
  /** Undefined where the instance does not have it, not even after looking again. */
  find(id: string): Promise<EncryptionKey | undefined>;
  /** Looks again for keys that were added since the start. */
  reload(): Promise<void>;
}

/**
 * @param read where the keys can be looked up again; absent where they come with the start only
 * @throws Error where no key is given, or one is not 32 bytes long
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

/** The key that wraps. @throws Error where there is none */
export function firstOf<Key>(keys: readonly Key[]): Key {
  const [first] = keys;
  if (!first) throw new Error('The vault has no key. Give it at least one.');
  return first;
}

function requireKeys(keys: readonly VaultKey[]): readonly EncryptionKey[] {
  firstOf(keys);
  return keys.map(encryptionKey);
}

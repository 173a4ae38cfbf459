import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { createFileOnce, syncFolder, writeDraft } from './create-file-once.js';

/** One key of the vault: 32 bytes for AES-256-GCM, and the name by which ciphertexts refer to it. */
export interface VaultKey {
  id: string;
  key: Buffer;
}

export interface InstanceKeys {
  /** Signs access tokens; 64 random bytes in base64url. */
  jwtSecret: string;
  /** The first encrypts, all decrypt. Never empty. */
  vaultKeys: VaultKey[];
}

const KeysFile = z.object({
  jwtSecret: z.string().min(32),
  vaultKeys: z.string().transform((text, context) => {
    const keys = parseVaultKeys(text);
    if (!keys) context.addIssue({ code: 'custom', message: 'must contain at least one vault key' });
    return keys ?? z.NEVER;
  }),
});

/**
 * The keys of an instance that was not given any: created at the first start in `dataDir/instance-keys.json` (mode
 * 0600), and never changed. Processes that start concurrently use the same keys.
 * @throws Error if the file is damaged: new keys would make every stored secret unreadable
 */
export async function readOrCreateInstanceKeys(dataDir: string): Promise<InstanceKeys> {
  // Other users may pass through, because an embedded Postgres runs as another user; the files themselves are
  // protected.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const path = keysPath(dataDir);
  const text = await createFileOnce(path, newKeys);
  const keys = KeysFile.safeParse(parseJson(text));
  if (!keys.success) {
    throw new Error(
      `${path} is damaged, so the stored secrets cannot be read. Restore it from a backup, or, if the secrets are not needed any more, delete it.`,
    );
  }
  return keys.data;
}

/**
 * Creates another vault key, which encrypts from now on; the former ones remain and decrypt. To be called by one
 * process at a time. @returns all keys, the new one first
 */
export async function addVaultKey(dataDir: string): Promise<VaultKey[]> {
  const { jwtSecret, vaultKeys } = await readOrCreateInstanceKeys(dataDir);
  let number = vaultKeys.length + 1;
  while (vaultKeys.some(({ id }) => id === `k${number}`)) number++;
  const all = [{ id: `k${number}`, key: randomBytes(32) }, ...vaultKeys];
  await replaceFile(keysPath(dataDir), keysText({ jwtSecret, vaultKeys: all }));
  return all;
}

/**
 * Reads `id:base64-of-32-bytes`, comma-separated. Undefined if an entry is malformed, a key is not 32 bytes long or an
 * ID is repeated. IDs have up to 32 letters, digits, `_` and `-`.
 */
export function parseVaultKeys(text: string): VaultKey[] | undefined {
  const keys: VaultKey[] = [];
  for (const entry of text.split(',')) {
    const match = /^\s*([\w-]{1,32}):([A-Za-z0-9+/_-]{43}=?)\s*$/.exec(entry);
    const [id, encoded] = [match?.[1], match?.[2]];
    if (!id || !encoded || keys.some((known) => known.id === id)) return undefined;
    keys.push({ id, key: Buffer.from(encoded, 'base64') });
  }
  return keys;
}

function newKeys(): string {
  const vaultKeys = [{ id: 'k1', key: randomBytes(32) }];
  return keysText({ jwtSecret: randomBytes(64).toString('base64url'), vaultKeys });
}

function keysText({ jwtSecret, vaultKeys }: InstanceKeys): string {
  const listed = vaultKeys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');
  return `${JSON.stringify({ jwtSecret, vaultKeys: listed }, null, 2)}\n`;
}

/** The key file of an instance that was not given any keys. */
export function keysPath(dataDir: string): string {
  return join(dataDir, 'instance-keys.json');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Replaces the contents of `path` atomically and durably: a reader sees either all of the old or all of the new
 * contents, which survive a power failure. Mode 0600; the owner does not change.
 */
async function replaceFile(path: string, contents: string): Promise<void> {
  const { uid, gid } = await stat(path);
  const draft = await writeDraft(path, contents, { uid, gid });
  try {
    await rename(draft, path);
    await syncFolder(dirname(path));
  } finally {
    await rm(draft, { force: true });
  }
}

import { createSecretKey, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { type EncryptionKey, encryptText, openText, parseEncrypted } from '../../platform/vault/index.js';
import type { WorkspaceHeader } from './workspace-format.js';

/** Encrypts the secrets of one file with a key that is derived from a passphrase. */
export interface PassphraseKey {
  /** What the header says about it. */
  parameters: NonNullable<WorkspaceHeader['passphrase']>;
  encrypt(plain: string, place: readonly string[]): string;
  /** @throws Error if the text was changed or moved */
  open(encrypted: string, place: readonly string[]): string;
}

/** 128 MiB and about half a second: what RFC 7914 and OWASP advise for files that an attacker may have. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const checkPlace = ['check'];

/** Derives a new key for a file. */
export async function createPassphraseKey(passphrase: string): Promise<PassphraseKey> {
  const salt = randomBytes(16).toString('base64url');
  const key = await derive(passphrase, salt);
  return keyWith(key, { salt, check: encryptText(key, Buffer.from(salt), checkPlace) });
}

/** Derives the key of a file. @throws Error if the passphrase is another one */
export async function openPassphraseKey(
  passphrase: string,
  parameters: PassphraseKey['parameters'],
): Promise<PassphraseKey> {
  const opened = keyWith(await derive(passphrase, parameters.salt), parameters);
  try {
    opened.open(parameters.check, checkPlace);
  } catch (cause) {
    throw new Error('The passphrase is not the one of the file.', { cause });
  }
  return opened;
}

async function derive(passphrase: string, salt: string): Promise<EncryptionKey> {
  const bytes = await promisify<string, Buffer, number, typeof cost, Buffer>(scrypt)(
    ...([passphrase.normalize('NFC'), Buffer.from(salt, 'base64url'), 32, cost] as const),
  );
  return { id: 'passphrase', key: createSecretKey(bytes) };
}

function keyWith(key: EncryptionKey, parameters: PassphraseKey['parameters']): PassphraseKey {
  return {
    parameters,
    encrypt: (plain, place) => encryptText(key, Buffer.from(plain), place),
    open: (encrypted, place) => openText(key, parseEncrypted(encrypted), place).toString(),
  };
}

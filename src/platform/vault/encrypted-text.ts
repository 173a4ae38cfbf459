import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { VaultKey } from '../instance-keys.js';
import { decrypt, encrypt, keyLength, nonceLength } from './aes-gcm.js';
import { Unreadable } from './unreadable.js';

/** A key in memory. A key object instead of bytes: Node uses it five times faster, and it is never logged. */
export interface EncryptionKey {
  id: string;
  key: KeyObject;
}

/** The parts of `v1:keyId:nonce:ciphertext:tag`, the last three in base64url. */
export interface EncryptedText {
  keyId: string;
  nonce: Buffer;
  ciphertext: Buffer;
  tag: Buffer;
}

/** What an encrypted text is bound to, outermost first: it cannot be decrypted with another binding. */
export type Binding = readonly (string | null)[];

/** Encrypts bytes with one key. The binding is not part of the text and must be known to decrypt it. */
export function encryptText({ id, key }: EncryptionKey, plain: Buffer, binding: Binding): string {
  // A nonce must never be used twice with the same key; 96 random bits are safe for some billion texts.
  const nonce = randomBytes(nonceLength);
  const { ciphertext, tag } = encrypt(key, nonce, plain, associatedData(id, binding));
  return ['v1', id, ...[nonce, ciphertext, tag].map((part) => part.toString('base64url'))].join(':');
}

/** @throws Unreadable if the text, the key or the binding differs from the encryption */
export function openText(
  { id, key }: EncryptionKey,
  { nonce, ciphertext, tag }: EncryptedText,
  binding: Binding,
): Buffer {
  try {
    return decrypt(key, nonce, ciphertext, tag, associatedData(id, binding));
  } catch (cause) {
    const reason = `it was changed or moved, or the key ${id} was replaced`;
    throw new Unreadable(`The encrypted text could not be decrypted: ${reason}.`, cause);
  }
}

const encryptedText = /^v1:([\w-]{1,32}):([\w-]{16}):([\w-]*):([\w-]{22})$/;

/** @throws Unreadable if the text is not an encrypted one, or its tag is too short */
export function parseEncrypted(text: string): EncryptedText {
  const [, keyId, nonce, ciphertext, tag] = encryptedText.exec(text) ?? [];
  if (keyId === undefined || nonce === undefined || ciphertext === undefined || tag === undefined) {
    throw new Unreadable('An encrypted text must have the form v1:keyId:nonce:ciphertext:tag.');
  }
  const bytes = (part: string) => Buffer.from(part, 'base64url');
  return { keyId, nonce: bytes(nonce), ciphertext: bytes(ciphertext), tag: bytes(tag) };
}

/** @throws Error if the key is not 32 bytes long */
export function encryptionKey({ id, key }: VaultKey): EncryptionKey {
  if (key.length !== keyLength)
    throw new Error(`The vault key ${id} must be ${keyLength} bytes long, but is ${key.length}.`);
  return { id, key: createSecretKey(key) };
}

/** JSON, because concatenated texts would be ambiguous. */
function associatedData(keyId: string, binding: Binding): Buffer {
  return Buffer.from(JSON.stringify(['v1', keyId, ...binding]));
}

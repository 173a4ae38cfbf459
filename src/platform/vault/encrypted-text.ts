import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { VaultKey } from '../instance-keys.js';
import { decrypt, encrypt, keyLength, nonceLength } from './aes-gcm.js';
import { Unreadable } from './unreadable.js';

/** A key at hand. Not bytes: Node takes a key object in a fifth of the time, and shows it to no log. */
export interface EncryptionKey {
  id: string;
  key: KeyObject;
}

/** `v1:keyId:nonce:ciphertext:tag`, the last three in base64url, taken apart. */
export interface EncryptedText {
  keyId: string;
  nonce: Buffer;
  ciphertext: Buffer;
  tag: Buffer;
}

/** What a sealed text belongs to, outermost first: it opens nowhere else. */
export type Binding = readonly (string | null)[];

/** Seals bytes with one key. The binding is not kept in the text: whoever opens it must know it. */
export function encryptText({ id, key }: EncryptionKey, plain: Buffer, binding: Binding): string {
  // A nonce must never meet the same key twice; 96 random bits keep that safe for some billion texts a key.
  const nonce = randomBytes(nonceLength);
  const { ciphertext, tag } = encrypt(key, nonce, plain, associatedData(id, binding));
  return ['v1', id, ...[nonce, ciphertext, tag].map((part) => part.toString('base64url'))].join(':');
}

/** @throws Unreadable where the text, the key or the binding is not the one that it was sealed with */
export function openText(
  { id, key }: EncryptionKey,
  { nonce, ciphertext, tag }: EncryptedText,
  binding: Binding,
): Buffer {
  try {
    return decrypt(key, nonce, ciphertext, tag, associatedData(id, binding));
  } catch (cause) {
    const reason = `it was changed, moved elsewhere, or the key ${id} is another one now`;
    throw new Unreadable(`The encrypted text does not open: ${reason}.`, cause);
  }
}

const encryptedText = /^v1:([\w-]{1,32}):([\w-]{16}):([\w-]*):([\w-]{22})$/;

/** @throws Unreadable where the text is no sealed one, a shortened tag included */
export function parseEncrypted(text: string): EncryptedText {
  const [, keyId, nonce, ciphertext, tag] = encryptedText.exec(text) ?? [];
  if (keyId === undefined || nonce === undefined || ciphertext === undefined || tag === undefined) {
    throw new Unreadable('This is no sealed text. One looks like v1:keyId:nonce:ciphertext:tag.');
  }
  const bytes = (part: string) => Buffer.from(part, 'base64url');
  return { keyId, nonce: bytes(nonce), ciphertext: bytes(ciphertext), tag: bytes(tag) };
}

/** @throws Error where the key is not 32 bytes long */
export function encryptionKey({ id, key }: VaultKey): EncryptionKey {
  if (key.length !== keyLength)
    throw new Error(`The vault key ${id} is ${key.length} bytes long; it must be ${keyLength}.`);
  return { id, key: createSecretKey(key) };
}

/** JSON, because joined texts could be cut differently and mean something else. */
function associatedData(keyId: string, binding: Binding): Buffer {
  return Buffer.from(JSON.stringify(['v1', keyId, ...binding]));
}

import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';

const algorithm = 'aes-256-gcm';
/** Bytes. */
export const keyLength = 32;
export const nonceLength = 12;
// Set for both operations: otherwise Node accepts tags of four bytes, which can be guessed.
const authTagLength = 16;

/** AES-256-GCM. A nonce must never be used twice with the same key. */
export function encrypt(
  key: KeyObject,
  nonce: Buffer,
  plain: Buffer,
  associated: Buffer,
): { ciphertext: Buffer; tag: Buffer } {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength }).setAAD(associated);
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { ciphertext, tag: cipher.getAuthTag() };
}

/** @throws Error if any argument differs from the encryption, or the tag is not 16 bytes long */
export function decrypt(key: KeyObject, nonce: Buffer, ciphertext: Buffer, tag: Buffer, associated: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength });
  decipher.setAAD(associated).setAuthTag(tag);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

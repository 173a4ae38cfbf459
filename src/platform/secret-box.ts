import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { VaultKey } from './instance-keys.js';
import type { Sealer } from './services.js';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
// Named on both sides: without it Node accepts tags of four bytes, which can be guessed.
const authTagLength = 16;

/**
 * Seals small texts with AES-256-GCM. A sealed text is `v1:keyId:nonce:ciphertext:tag`, the last three in base64url.
 * The first key seals, every key opens, so that a key can be replaced while old texts stay readable.
 * @throws Error where no key is given, or one is not 32 bytes long
 */
export function createSealer(keys: readonly VaultKey[]): Sealer {
  const [current] = keys;
  if (!current) throw new Error('The vault has no key. Give it at least one.');
  const byId = new Map(keys.map(({ id, key }) => [id, requireKey(id, key)]));
  return {
    seal: (plain, context) => seal(current, plain, context),
    open: (sealed, context) => open(byId, sealed, context),
  };
}

/** The id of the key that a text was sealed with. @throws Error where the text is no sealed one */
export function sealedWith(sealed: string): string {
  return parse(sealed).keyId;
}

function seal({ id, key }: VaultKey, plain: string, context: string): string {
  // A nonce must never meet the same key twice; 96 random bits keep that safe for some billion texts a key.
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength }).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  const parts = [nonce, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return ['v1', id, ...parts].join(':');
}

function open(keys: ReadonlyMap<string, Buffer>, sealed: string, context: string): string {
  const { keyId, nonce, ciphertext, tag } = parse(sealed);
  const key = keys.get(keyId);
  if (!key) throw new Error(`The text was sealed with the vault key ${keyId}, which is not among VAULT_KEYS. Add it.`);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength });
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new Error(
      `The sealed text does not open: it was changed, moved elsewhere, or the key ${keyId} is another one now.`,
      { cause },
    );
  }
}

const sealedText = /^v1:([\w-]{1,32}):([\w-]{16}):([\w-]*):([\w-]{22})$/;

function parse(sealed: string): { keyId: string; nonce: Buffer; ciphertext: Buffer; tag: Buffer } {
  const [, keyId, nonce, ciphertext, tag] = sealedText.exec(sealed) ?? [];
  if (keyId === undefined || nonce === undefined || ciphertext === undefined || tag === undefined) {
    throw new Error('This is no sealed text. One looks like v1:keyId:nonce:ciphertext:tag.');
  }
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return { keyId, nonce: bytes(nonce), ciphertext: bytes(ciphertext), tag: bytes(tag) };
}

function requireKey(id: string, key: Buffer): Buffer {
  if (key.length !== 32) throw new Error(`The vault key ${id} is ${key.length} bytes long; it must be 32.`);
  return key;
}

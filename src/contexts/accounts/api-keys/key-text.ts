import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

// wak_ + 160 random bits + CRC-32 of these, in base62: mistyped and made-up keys are told without a query.
const prefix = 'wak_';
const randomLength = 27;
const checksumLength = 6;
const shownLength = prefix.length + 8;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new key: whoever holds the text acts by it. */
export function createKeyText(): string {
  const random = base62(BigInt(`0x${randomBytes(20).toString('hex')}`), randomLength);
  return prefix + random + checksum(random);
}

/** True for credentials that are meant to be keys, right or wrong. */
export function looksLikeKey(credential: string): boolean {
  return credential.startsWith(prefix);
}

/** True for texts that `createKeyText` can have made. */
export function isKeyText(text: string): boolean {
  const random = text.slice(prefix.length, prefix.length + randomLength);
  return looksLikeKey(text) && random.length === randomLength && text === prefix + random + checksum(random);
}

/** What is stored of a key. Plain SHA-256 is enough: nobody guesses 160 random bits. */
export function hashKeyText(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The part by which people tell their keys apart. */
export function shownPrefix(text: string): string {
  return text.slice(0, shownLength);
}

function checksum(random: string): string {
  return base62(BigInt(crc32(random)), checksumLength);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text;
}

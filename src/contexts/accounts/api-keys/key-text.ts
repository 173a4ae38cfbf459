import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

// wak_ + 160 random bits + their CRC-32, in base62: mistyped and invented keys are refused without a query.
const prefix = 'wak_';
const randomLength = 27;
const checksumLength = 6;
const shownLength = prefix.length + 8;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Creates the text of a new key. */
export function createKeyText(): string {
  const random = base62(BigInt(`0x${randomBytes(20).toString('hex')}`), randomLength);
  return prefix + random + checksum(random);
}

/** True for credentials with the prefix of keys, valid or not. */
export function looksLikeKey(credential: string): boolean {
  return credential.startsWith(prefix);
}

/** True for texts with the form and the checksum of `createKeyText`. */
export function isKeyText(text: string): boolean {
  const random = text.slice(prefix.length, prefix.length + randomLength);
  return looksLikeKey(text) && random.length === randomLength && text === prefix + random + checksum(random);
}

/** The beginning of a key, which the API shows to recognise it by. */
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

import { createHash, createHmac } from 'node:crypto';

/** What a function over a secret may take, besides texts that are or contain it. */
export interface WholeFunction {
  /** The fewest and the most arguments. */
  arity: readonly [number, number];
  /** Arguments from this one on must not be secret: they select what is computed. */
  plainFrom: number;
  call(...args: string[]): string;
  /** The most characters of a result, by those of the arguments: whatever characters these are. */
  longest(...lengths: number[]): number;
}

const digests = ['sha1', 'sha256', 'sha384', 'sha512'];
const encodings = ['hex', 'base64', 'base64url'] as const;

/**
 * The functions that return all of a text, or a digest of all of it. Expressions may apply these to secrets, and no others:
 * any other result would disclose a part of the secret.
 */
export const wholeFunctions: Readonly<Record<string, WholeFunction>> = {
  base64Encode: {
    arity: [1, 1],
    plainFrom: 1,
    call: (text) => Buffer.from(text as string).toString('base64'),
    longest: (length = 0) => 4 * length + 4,
  },
  urlEncode: {
    arity: [1, 1],
    plainFrom: 1,
    call: (text) => encodeURIComponent((text as string).toWellFormed()),
    longest: (length = 0) => 9 * length,
  },
  hash: { arity: [1, 3], plainFrom: 1, call: hash, longest: () => 128 },
  hmac: { arity: [2, 4], plainFrom: 2, call: hmac, longest: () => 128 },
};

/** The names of these functions, for messages. */
export const wholeFunctionNames = Object.keys(wholeFunctions).join(', ');

function hash(text: string, algorithm = 'sha256', encoding = 'hex'): string {
  requireAlgorithm('hash', algorithm, [...digests, 'md5']);
  return createHash(algorithm).update(text).digest(encodingOf('hash', encoding));
}

function hmac(text: string, key: string, algorithm = 'sha256', encoding = 'hex'): string {
  requireAlgorithm('hmac', algorithm, digests);
  return createHmac(algorithm, key).update(text).digest(encodingOf('hmac', encoding));
}

function requireAlgorithm(name: string, algorithm: string, accepted: readonly string[]): void {
  if (!accepted.includes(algorithm)) throw new Error(`the algorithm of ${name} must be one of ${accepted.join(', ')}.`);
}

function encodingOf(name: string, encoding: string): (typeof encodings)[number] {
  const form = encodings.find((known) => known === encoding);
  if (!form) throw new Error(`the encoding of ${name} must be one of ${encodings.join(', ')}.`);
  return form;
}

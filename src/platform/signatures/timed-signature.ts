import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../errors/errors.js';

/** Seconds by which the time of a signature may differ from the clock: older requests may be replays. */
const toleranceSeconds = 300;

/** A request as it was received. */
export interface SignedRequest {
  header(name: string): string | undefined;
  /** The bytes of the body. */
  bytes: Buffer;
}

/** What a request must prove: that its body was signed with the shared secret, a short time ago. */
export interface TimedSignature {
  /** The header of the signature, for errors. */
  header: string;
  /** Seconds since 1970, as it was signed. */
  timestamp: string;
  /** The exact text that was signed before the body. */
  prefix: string;
  /** The signatures that were sent; while a secret is replaced, there are several. */
  given: readonly Buffer[];
  key: string | Buffer;
}

/** Checks an HMAC-SHA256 over the exact bytes of a body, and its time. @throws AppError INVALID_TOKEN */
export function requireTimedSignature(
  { header, timestamp, prefix, given, key }: TimedSignature,
  body: Buffer,
  now: Date,
): void {
  const expected = createHmac('sha256', key).update(prefix).update(body).digest();
  if (!given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))) {
    throw invalidSignature(
      `The signature in ${header} does not match the body. Check the signing secret of the webhook.`,
    );
  }
  const age = now.getTime() / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= toleranceSeconds)) {
    throw invalidSignature(
      `The time in the signature must be at most ${toleranceSeconds} seconds from now. Check the clocks.`,
    );
  }
}

/** @param message says what is missing or wrong, and what to do */
export function invalidSignature(message: string): AppError {
  return new AppError('INVALID_TOKEN', message);
}

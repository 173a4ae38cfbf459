import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../platform/errors/errors.js';

/** Seconds by which the time of a signature may differ from the clock: older requests may be replays. */
const toleranceSeconds = 300;

/** What a request must prove: that its body was signed with the shared secret, a short time ago. */
export interface Signature {
  /** Seconds since 1970, as it was signed. */
  timestamp: string;
  /** The exact text that was signed before the body. */
  prefix: string;
  /** The signatures that were sent; while a secret is replaced, there are several. */
  given: readonly Buffer[];
}

/**
 * Checks an HMAC-SHA256 over the exact bytes of the body.
 * @param header the header of the signature, for the error
 * @throws AppError INVALID_TOKEN
 */
export function checkPaymentSignature(
  { timestamp, prefix, given }: Signature,
  { key, body, now, header }: { key: string | Buffer; body: Buffer; now: Date; header: string },
): void {
  const expected = createHmac('sha256', key).update(prefix).update(body).digest();
  if (!given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))) {
    throw invalid(`The signature in ${header} does not match the body. Check the signing secret of the webhook.`);
  }
  const age = now.getTime() / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= toleranceSeconds)) {
    throw invalid(`The time in the signature must be at most ${toleranceSeconds} seconds from now. Check the clocks.`);
  }
}

/** @param message says what is missing */
export function invalid(message: string): AppError {
  return new AppError('INVALID_TOKEN', message);
}

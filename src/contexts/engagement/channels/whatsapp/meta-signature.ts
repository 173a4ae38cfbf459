import { createHmac } from 'node:crypto';
import { equalTexts } from '../../../../platform/signatures/equal-texts.js';

/** Whether Meta signed a body: HMAC-SHA256 of its bytes, keyed by the app secret, in hex after `sha256=`. */
export function isSignedByMeta(appSecret: string, body: Uint8Array, signature: string): boolean {
  return equalTexts(`sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`, signature);
}

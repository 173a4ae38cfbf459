import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../platform/errors.js';

/**
 * Whether Twilio signed a form: HMAC-SHA1 of the address that it was given and of the form's fields in order, by the
 * account's token, in base64. See https://www.twilio.com/docs/usage/security
 * @param address as Twilio was given it
 */
export function isSignedByTwilio(authToken: string, address: string, form: URLSearchParams, given: string): boolean {
  const names = [...new Set(form.keys())].sort();
  const fields = names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value)).join('');
  return addressesOf(address).some((url) =>
    isEqual(
      createHmac('sha1', authToken)
        .update(url + fields)
        .digest('base64'),
      given,
    ),
  );
}

/** Whether Meta signed a body: HMAC-SHA256 of its bytes by the app's secret, in hex after `sha256=`. */
export function isSignedByMeta(appSecret: string, body: Uint8Array, given: string): boolean {
  return isEqual(`sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`, given);
}

/** Two texts, compared in the same time whatever they are. */
export function isEqual(right: string, given: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** One answer to all that is wrong: it does not tell an unknown workspace from a wrong signature. */
export function notTheProvider(): AppError {
  return new AppError(
    'INVALID_TOKEN',
    'This address, or the signature that came with it, is not one of a provider here.',
  );
}

/** Twilio signs the port along, or not, as it likes. */
function addressesOf(address: string): string[] {
  const [, scheme = '', host = '', port, rest = ''] = /^(https?):\/\/([^/:]+)(:\d+)?(.*)$/.exec(address) ?? [];
  const usual = scheme === 'https' ? ':443' : ':80';
  return [address, `${scheme}://${host}${port ? '' : usual}${rest}`];
}

import { createHmac } from 'node:crypto';
import { isEqual } from '../check-provider.js';

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

/** Twilio signs the port along, or not, as it likes. */
function addressesOf(address: string): string[] {
  const [, scheme = '', host = '', port, rest = ''] = /^(https?):\/\/([^/:]+)(:\d+)?(.*)$/.exec(address) ?? [];
  const usual = scheme === 'https' ? ':443' : ':80';
  return [address, `${scheme}://${host}${port ? '' : usual}${rest}`];
}

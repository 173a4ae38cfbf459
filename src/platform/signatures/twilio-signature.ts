import { createHmac } from 'node:crypto';
import { equalTexts } from './equal-texts.js';

/**
 * Whether Twilio signed a form: HMAC-SHA1 of the URL and the sorted form fields, keyed by the account's auth token, in
 * base64. See https://www.twilio.com/docs/usage/security
 * @param address the URL as Twilio got it
 */
export function isSignedByTwilio(
  authToken: string,
  address: string,
  form: URLSearchParams,
  signature: string,
): boolean {
  const names = [...new Set(form.keys())].sort();
  const fields = names.flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value)).join('');
  return addressesOf(address).some((url) =>
    equalTexts(
      createHmac('sha1', authToken)
        .update(url + fields)
        .digest('base64'),
      signature,
    ),
  );
}

/** Twilio signs the URL with or without the default port. */
function addressesOf(address: string): string[] {
  const [, scheme = '', host = '', port, rest = ''] = /^(https?):\/\/([^/:]+)(:\d+)?(.*)$/.exec(address) ?? [];
  const defaultPort = scheme === 'https' ? ':443' : ':80';
  return [address, `${scheme}://${host}${port ? '' : defaultPort}${rest}`];
}

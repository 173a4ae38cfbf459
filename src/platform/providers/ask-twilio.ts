import { askProvider, type Reach, refused } from './ask-provider.js';
import type { TwilioSettings } from './provider-settings.js';

/**
 * Creates a message or a call by Twilio's API.
 * @returns its SID
 * @throws ProviderError
 */
export async function askTwilio(
  reach: Reach,
  { baseUrl, accountSid, authToken }: TwilioSettings,
  resource: 'Messages' | 'Calls',
  form: URLSearchParams,
  signal: AbortSignal,
): Promise<string> {
  const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/${resource}.json`;
  const { status, body } = await askProvider(reach, 'Twilio', url, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
    signal,
  });
  const { sid, code, message = '' } = (body ?? {}) as { sid?: string; code?: number; message?: string };
  if (status >= 200 && status < 300 && sid) return sid;
  throw refused('Twilio', status, code === undefined ? message : `${message} (${code})`);
}

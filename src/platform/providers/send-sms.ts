import { askProvider, type Reach, refused } from './ask-provider.js';
import { ProviderError } from './provider-error.js';
import type { TwilioSettings } from './provider-settings.js';

/** One text message. */
export interface TextMessage {
  /** E.164. */
  to: string;
  text: string;
  /** Left out: the settings' number. */
  from?: string | undefined;
  /** Where its states are told. */
  statusAddress?: string | undefined;
}

interface TwilioAnswer {
  sid?: string;
  code?: number;
  message?: string;
}

/** Sends a text message by Twilio's API. @throws ProviderError */
export async function sendSms(
  reach: Reach,
  settings: TwilioSettings,
  { to, text, from = settings.fromNumber, statusAddress }: TextMessage,
  signal: AbortSignal,
): Promise<{ messageId: string }> {
  if (!from) {
    throw new ProviderError('PROVIDER_NOT_CONFIGURED', 'No number to send from. Set TWILIO_FROM_NUMBER.', false);
  }
  // A messaging service chooses among its numbers.
  const sender: [string, string] = from.startsWith('MG') ? ['MessagingServiceSid', from] : ['From', from];
  const form = new URLSearchParams([['To', to], sender, ['Body', text]]);
  if (statusAddress) form.append('StatusCallback', statusAddress);
  const account = encodeURIComponent(settings.accountSid);
  const { status, body } = await askProvider(
    reach,
    'Twilio',
    `${settings.baseUrl}/2010-04-01/Accounts/${account}/Messages.json`,
    {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: form.toString(),
      signal,
    },
  );
  const { sid, code, message = '' } = (body ?? {}) as TwilioAnswer;
  if (status >= 200 && status < 300 && sid) return { messageId: sid };
  throw refused('Twilio', status, code === undefined ? message : `${message} (${code})`);
}

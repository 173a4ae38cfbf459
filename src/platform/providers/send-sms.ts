import type { Reach } from './ask-provider.js';
import { askTwilio } from './ask-twilio.js';
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
  return { messageId: await askTwilio(reach, settings, 'Messages', form, signal) };
}

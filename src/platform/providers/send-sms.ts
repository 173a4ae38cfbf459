import type { Reach } from './ask-provider.js';
import { askTwilio } from './ask-twilio.js';
import { ProviderError } from './provider-error.js';
import type { TwilioSettings } from './provider-settings.js';

/** One text message. */
export interface TextMessage {
  /** E.164. */
  to: string;
  text: string;
  /** Defaults to the number of the settings. */
  from?: string | undefined;
  /** URL for status callbacks. */
  statusAddress?: string | undefined;
}

/** Sends a text message with Twilio's API. @throws ProviderError */
export async function sendSms(
  reach: Reach,
  settings: TwilioSettings,
  { to, text, from = settings.fromNumber, statusAddress }: TextMessage,
  signal: AbortSignal,
): Promise<{ messageId: string }> {
  if (!from) {
    throw new ProviderError(
      'PROVIDER_NOT_CONFIGURED',
      'A number to send from is required. Set TWILIO_FROM_NUMBER.',
      false,
    );
  }
  // A messaging service selects one of its numbers.
  const sender: [string, string] = from.startsWith('MG') ? ['MessagingServiceSid', from] : ['From', from];
  const form = new URLSearchParams([['To', to], sender, ['Body', text]]);
  if (statusAddress) form.append('StatusCallback', statusAddress);
  return { messageId: await askTwilio(reach, settings, 'Messages', form, signal) };
}

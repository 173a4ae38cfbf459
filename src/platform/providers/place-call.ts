import type { Reach } from './ask-provider.js';
import { askTwilio } from './ask-twilio.js';
import { ProviderError } from './provider-error.js';
import type { TwilioSettings } from './provider-settings.js';

/** One call to be placed. */
export interface OutgoingCall {
  /** E.164. */
  to: string;
  from: string;
  /** What is done once it is taken. */
  twiml: string;
  /** Where its states are told. */
  statusAddress: string;
}

/** Seconds for which it rings. */
const ringSeconds = 30;

/** Places a call by Twilio's API. @throws ProviderError */
export async function placeCall(
  reach: Reach,
  settings: TwilioSettings,
  { to, from, twiml, statusAddress }: OutgoingCall,
  signal: AbortSignal,
): Promise<{ providerId: string }> {
  const form = new URLSearchParams({ To: to, From: from, Twiml: twiml, Timeout: String(ringSeconds) });
  form.append('StatusCallback', statusAddress);
  for (const event of ['initiated', 'ringing', 'answered', 'completed']) form.append('StatusCallbackEvent', event);
  return { providerId: await askTwilio(reach, settings, 'Calls', form, signal) };
}

/** The number that calls come from. @throws ProviderError where there is none */
export function requireCaller(from: string | null | undefined): string {
  if (from && !from.startsWith('MG')) return from;
  const message = 'No number to call from. Verify a caller id of the workspace, or set TWILIO_FROM_NUMBER.';
  throw new ProviderError('PROVIDER_NOT_CONFIGURED', message, false);
}

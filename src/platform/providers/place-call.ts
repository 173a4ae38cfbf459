import type { Reach } from './ask-provider.js';
import { askTwilio } from './ask-twilio.js';
import { ProviderError } from './provider-error.js';
import type { TwilioSettings } from './provider-settings.js';

/** One outgoing call. */
export interface OutgoingCall {
  /** E.164. */
  to: string;
  from: string;
  /** What happens once it is answered. */
  twiml: string;
  /** URL for status callbacks. */
  statusAddress: string;
}

/** Seconds for which it rings. */
const ringSeconds = 30;

/** Places a call with Twilio's API. @throws ProviderError */
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

/** The number from which calls are placed. @throws ProviderError if there is none */
export function requireCaller(from: string | null | undefined): string {
  if (from && !from.startsWith('MG')) return from;
  const message = 'A number to call from is required. Verify a caller ID of the workspace, or set TWILIO_FROM_NUMBER.';
  throw new ProviderError('PROVIDER_NOT_CONFIGURED', message, false);
}

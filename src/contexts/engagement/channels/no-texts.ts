import { ProviderError } from '../../../platform/providers/provider-error.js';

/** The error for a text in a conversation whose channel carries none. */
export function noTexts(channel: string): ProviderError {
  const message = `A conversation over ${channel} carries no texts. Send the message over another channel.`;
  return new ProviderError('REFUSED', message, false);
}

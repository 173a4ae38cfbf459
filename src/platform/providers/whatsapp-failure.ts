import { clean, refused } from './ask-provider.js';
import { ProviderError } from './provider-error.js';

/** What any response of WhatsApp may have. */
export interface WhatsappAnswer {
  error?: { code?: number; message?: string; is_transient?: boolean; error_data?: { details?: string } };
}

/** The window is closed; rate limit of the account; rate limit of the pair of numbers; WhatsApp is unavailable. */
const codes = {
  windowClosed: 131047,
  throttled: new Set([4, 80007, 130429, 131048, 131056]),
  down: new Set([1, 2, 131000, 131016]),
};

/** The error for a response of WhatsApp that is not what was asked for. */
export function failureOfWhatsapp(status: number, error: WhatsappAnswer['error'] = {}): ProviderError {
  const { code = 0, message = '', error_data } = error;
  const said = clean([message, error_data?.details].filter(Boolean).join(': '));
  if (code === codes.windowClosed) {
    const cure = 'Send a template: free text is accepted only within 24 hours after the last message of the contact.';
    return new ProviderError('WINDOW_CLOSED', `WhatsApp rejected the message: ${said} ${cure}`, false);
  }
  if (error.is_transient || codes.throttled.has(code) || codes.down.has(code)) {
    return new ProviderError('PROVIDER_UNAVAILABLE', `WhatsApp rejected the message for now (${code}): ${said}`, true);
  }
  return refused('WhatsApp', status, code ? `${said} (${code})` : said);
}

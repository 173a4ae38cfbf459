import { askProvider, clean, type Reach, refused } from './ask-provider.js';
import { ProviderError } from './provider-error.js';
import type { WhatsappSettings } from './provider-settings.js';

/** The content: free text, or a template that WhatsApp has approved. */
export type WhatsappContent =
  | { kind: 'text'; text: string }
  | {
      kind: 'template';
      name: string;
      language: string;
      /** By position, or by name. */
      variables: readonly string[] | Readonly<Record<string, string>>;
    };

interface CloudAnswer {
  messages?: { id?: string }[];
  error?: { code?: number; message?: string; is_transient?: boolean; error_data?: { details?: string } };
}

/** The window is closed; rate limit of the account; rate limit of the pair of numbers; WhatsApp is unavailable. */
const codes = {
  windowClosed: 131047,
  throttled: new Set([4, 80007, 130429, 131048, 131056]),
  down: new Set([1, 2, 131000, 131016]),
};

/** Sends a message with WhatsApp's Cloud API. @throws ProviderError */
export async function sendWhatsapp(
  reach: Reach,
  settings: WhatsappSettings,
  { to, content }: { to: string; content: WhatsappContent },
  signal: AbortSignal,
): Promise<{ messageId: string }> {
  const { status, body } = await askProvider(
    reach,
    'WhatsApp',
    `${settings.baseUrl}/${encodeURIComponent(settings.phoneNumberId)}/messages`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${settings.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: to.replace(/^\+/, ''),
        ...written(content),
      }),
      signal,
    },
  );
  const { messages, error } = (body ?? {}) as CloudAnswer;
  const messageId = messages?.[0]?.id;
  if (status >= 200 && status < 300 && messageId) return { messageId };
  throw failure(status, error);
}

function written(content: WhatsappContent) {
  if (content.kind === 'text') return { type: 'text', text: { body: content.text, preview_url: false } };
  const { name, language, variables } = content;
  const parameters = Array.isArray(variables)
    ? variables.map((text) => ({ type: 'text', text }))
    : Object.entries(variables).map(([parameter_name, text]) => ({ type: 'text', parameter_name, text }));
  const components = parameters.length > 0 ? [{ type: 'body', parameters }] : [];
  return { type: 'template', template: { name, language: { code: language }, components } };
}

function failure(status: number, error: CloudAnswer['error'] = {}): ProviderError {
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

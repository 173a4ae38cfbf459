import { askProvider, type Reach } from './ask-provider.js';
import type { WhatsappSettings } from './provider-settings.js';
import { failureOfWhatsapp, type WhatsappAnswer } from './whatsapp-failure.js';
import { kindOfFile, uploadWhatsappFile, type WhatsappFile } from './whatsapp-media.js';

/** The content: free text, a file with or without a text, or a template that WhatsApp has approved. */
export type WhatsappContent =
  | { kind: 'text'; text: string }
  | { kind: 'file'; file: WhatsappFile; text: string | null }
  | {
      kind: 'template';
      name: string;
      language: string;
      /** By position, or by name. */
      variables: readonly string[] | Readonly<Record<string, string>>;
    };

/** Sends a message with WhatsApp's Cloud API. @throws ProviderError */
export async function sendWhatsapp(
  reach: Reach,
  settings: WhatsappSettings,
  { to, content }: { to: string; content: WhatsappContent },
  signal: AbortSignal,
): Promise<{ messageId: string }> {
  const written = await write(reach, settings, content, signal);
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
        ...written,
      }),
      signal,
    },
  );
  const { messages, error } = (body ?? {}) as WhatsappAnswer & { messages?: { id?: string }[] };
  const messageId = messages?.[0]?.id;
  if (status >= 200 && status < 300 && messageId) return { messageId };
  throw failureOfWhatsapp(status, error);
}

/** The content as the API takes it. A file is uploaded first, again for each attempt. */
async function write(reach: Reach, settings: WhatsappSettings, content: WhatsappContent, signal: AbortSignal) {
  if (content.kind === 'text') return { type: 'text', text: { body: content.text, preview_url: false } };
  if (content.kind === 'template') return writtenTemplate(content);
  const { file, text } = content;
  const kind = kindOfFile(file, text !== null);
  const id = await uploadWhatsappFile(reach, settings, file, signal);
  const media = { id, ...(text !== null && { caption: text }), ...(kind === 'document' && { filename: file.name }) };
  return { type: kind, [kind]: media };
}

function writtenTemplate({ name, language, variables }: Extract<WhatsappContent, { kind: 'template' }>) {
  const parameters = Array.isArray(variables)
    ? variables.map((text) => ({ type: 'text', text }))
    : Object.entries(variables).map(([parameter_name, text]) => ({ type: 'text', parameter_name, text }));
  const components = parameters.length > 0 ? [{ type: 'body', parameters }] : [];
  return { type: 'template', template: { name, language: { code: language }, components } };
}

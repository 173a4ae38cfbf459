import type { MessageTemplate } from '../conversations/queue-delivery.js';
import { fillText } from '../fill-text.js';

/** A WhatsApp template of the workspace. */
export interface WhatsappText {
  name: string;
  language: string | null;
  body: string;
  variables: string[];
}

/** A template filled for one contact: as it is sent to WhatsApp, and as text. Its variables name fields or custom fields of the contact. */
export function fillTemplate(
  { name, language, body, variables: names }: WhatsappText,
  contact: Readonly<Record<string, unknown>>,
): { body: string; template: MessageTemplate } {
  const values = { ...(contact.customFields as object), ...contact };
  const variables = names.map((variable) => fillText(`{{${variable}}}`, values));
  const filled = body.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, placeholder: string) => {
    const index = /^\d+$/.test(placeholder) ? Number(placeholder) - 1 : names.indexOf(placeholder);
    return variables[index] ?? '';
  });
  return { body: filled, template: { name, language: language ?? 'en', variables } };
}

import type { MessageTemplate } from '../conversations/queue-delivery.js';
import { fillText } from '../fill-text.js';

/** A WhatsApp template as the workspace keeps it. */
export interface WhatsappText {
  name: string;
  language: string | null;
  body: string;
  variables: string[];
}

/** A template for one contact: as WhatsApp is sent it, and as it reads. Its variables name fields of the contact, own ones among them. */
export function fillTemplate(
  { name, language, body, variables: names }: WhatsappText,
  contact: Readonly<Record<string, unknown>>,
): { body: string; template: MessageTemplate } {
  const values = { ...(contact.customFields as object), ...contact };
  const variables = names.map((variable) => fillText(`{{${variable}}}`, values));
  const filled = body.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, gap: string) => {
    const index = /^\d+$/.test(gap) ? Number(gap) - 1 : names.indexOf(gap);
    return variables[index] ?? '';
  });
  return { body: filled, template: { name, language: language ?? 'en', variables } };
}

import type { MessageTemplate } from '../conversations/queue-delivery.js';
import { fillText } from '../fill-text.js';
import { mergeValues } from '../merge-fields.js';

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
  const values = mergeValues(contact, {});
  const variables = names.map((variable) => fillText(`{{${variable}}}`, values));
  const filled = fillText(body, valuesOf(names, variables));
  return { body: filled, template: { name, language: language ?? 'en', variables } };
}

/** The values of a template's variables by position, which begins with 1, and by name. */
function valuesOf(names: readonly string[], variables: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    variables.flatMap((value, index) => [
      [String(index + 1), value],
      [names[index] ?? '', value],
    ]),
  );
}

import { escapeHtml } from '../../../platform/escape-html.js';
import { fillTemplate, fillText, type MessageTemplate, mergeValues, type WhatsappText } from '../channels/index.js';
import type { Campaign } from './campaign.fields.js';

/** The contact of a recipient, with the fields that placeholders can use. */
export interface Recipient {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  customFields: Record<string, unknown>;
  [field: string]: unknown;
}

/** The content of a campaign, read once for a batch. */
export interface Content {
  channel: Campaign['channel'];
  message: string | null;
  email: { subject: string; body: string; language: string | null } | null;
  whatsapp: WhatsappText | null;
  workspace: { id: string; name: string };
}

/** A message to one contact, ready to send. */
export type Composed =
  | { channel: 'email'; to: string; subject: string; body: string; format: 'html' | 'text'; language: string | null }
  | { channel: 'sms'; to: string; body: string }
  | { channel: 'whatsapp'; to: string; body: string; template: MessageTemplate | null };

/** Why no message is sent. */
export type NotComposed = { channel: null; status: 'skipped' | 'failed'; error: string };

const longestText = 20_000;

/** Why a contact with `doNotContact` is skipped. */
export const contactOptedOut = 'The contact must not be contacted: doNotContact is true.';

/** Why a contact who unsubscribed is skipped. */
export const contactUnsubscribed = 'The contact unsubscribed from marketing email.';

/** Why a contact without an address for the channel is skipped. */
export function noAddress(field: 'email' | 'phone'): string {
  return `The contact has no ${field === 'email' ? 'email address' : 'phone number'}.`;
}

/** The message to one contact, its placeholders filled from the contact's fields and custom fields and from the workspace. */
export function composeMessage(content: Content, contact: Recipient): Composed | NotComposed {
  const { channel, workspace } = content;
  const to = channel === 'email' ? contact.email : contact.phone;
  if (!to) return notComposed('skipped', noAddress(channel === 'email' ? 'email' : 'phone'));
  const values = mergeValues(contact, { workspace });
  if (channel === 'email' && content.email) return composeEmail(content.email, to, values);
  if (channel === 'whatsapp' && content.whatsapp) {
    return { channel, to, ...fillTemplate(content.whatsapp, contact) };
  }
  const body = fillText(content.message ?? '', values).slice(0, longestText);
  if (body.trim() === '') return notComposed('failed', 'The text of the message is empty for this contact.');
  return channel === 'sms' ? { channel, to, body } : { channel: 'whatsapp', to, body, template: null };
}

function composeEmail(
  { subject, body, language }: NonNullable<Content['email']>,
  to: string,
  values: object,
): Composed {
  const isHtml = /<[a-z!/][^>]*>/i.test(body);
  const filled = fillText(body, { ...values }, isHtml ? escapeHtml : undefined);
  // A line break must not end the header.
  const line = fillText(subject, { ...values })
    .replace(/\s+/g, ' ')
    .trim();
  return { channel: 'email', to, subject: line, body: filled, format: isHtml ? 'html' : 'text', language };
}

function notComposed(status: NotComposed['status'], error: string): NotComposed {
  return { channel: null, status, error };
}

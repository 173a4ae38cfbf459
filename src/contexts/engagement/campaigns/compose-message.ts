import { fillTemplate, fillText, type MessageTemplate, type WhatsappText } from '../channels/index.js';
import type { Campaign } from './campaign.fields.js';

/** The contact of a recipient, as texts may name its fields. */
export interface Recipient {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  customFields: Record<string, unknown>;
  [field: string]: unknown;
}

/** What a campaign says, read once for many contacts. */
export interface Content {
  channel: Campaign['channel'];
  message: string | null;
  email: { subject: string; body: string } | null;
  whatsapp: WhatsappText | null;
  workspace: { id: string; name: string };
}

/** A message to one contact, ready to leave. */
export type Composed =
  | { channel: 'email'; to: string; subject: string; body: string; format: 'html' | 'text' }
  | { channel: 'sms'; to: string; body: string }
  | { channel: 'whatsapp'; to: string; body: string; template: MessageTemplate | null };

/** Why there is none. */
export type Impossible = { channel: null; status: 'skipped' | 'failed'; error: string };

const longestText = 20_000;

/** The message of a campaign to one contact: its gaps filled by the contact's fields, own ones among them, and the workspace's. */
export function composeMessage(content: Content, contact: Recipient): Composed | Impossible {
  const { channel, workspace } = content;
  const to = channel === 'email' ? contact.email : contact.phone;
  if (!to)
    return impossible('skipped', `The contact has no ${channel === 'email' ? 'email address' : 'phone number'}.`);
  const values = { ...contact.customFields, ...contact, contact, workspace };
  if (channel === 'email' && content.email) return composeEmail(content.email, to, values);
  if (channel === 'whatsapp' && content.whatsapp) {
    return { channel, to, ...fillTemplate(content.whatsapp, contact) };
  }
  const body = fillText(content.message ?? '', values).slice(0, longestText);
  if (body.trim() === '')
    return impossible('failed', 'Nothing would stand in the message: its text is empty for this contact.');
  return channel === 'sms' ? { channel, to, body } : { channel: 'whatsapp', to, body, template: null };
}

function composeEmail({ subject, body }: { subject: string; body: string }, to: string, values: object): Composed {
  const isHtml = /<[a-z!/][^>]*>/i.test(body);
  const filled = fillText(body, { ...values }, isHtml ? escapeHtml : undefined);
  // A line break would end the header.
  const line = fillText(subject, { ...values })
    .replace(/\s+/g, ' ')
    .trim();
  return { channel: 'email', to, subject: line, body: filled, format: isHtml ? 'html' : 'text' };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter] as string);
}

function impossible(status: Impossible['status'], error: string): Impossible {
  return { channel: null, status, error };
}

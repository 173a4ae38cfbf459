import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { escapeHtml } from '../../../../platform/escape-html.js';
import { ProviderError } from '../../../../platform/providers/provider-error.js';
import type { Settings } from '../../../../platform/services.js';
import { unsubscribeLink } from './unsubscribe-link.js';

/** What a marketing email has besides its text. */
export interface Marketing {
  headers: Readonly<Record<string, string>>;
  /** The body with the footer: the sender, its postal address and the link. */
  body: string;
}

interface MarketingText {
  to: readonly string[];
  body: string;
  format: 'text' | 'html';
  /** The language of the text, for example es or pt_BR. */
  language?: string | null | undefined;
}

interface Found {
  name: string;
  postalAddress: string | null;
  contactId: string | null;
  isUnsubscribed: boolean;
}

const text = `/* marketing_to */ select w.name, w.postal_address as "postalAddress", c.id as "contactId",
    c.unsubscribed_at is not null as "isUnsubscribed"
  from workspaces w left join contacts c on c.workspace_id = w.id and c.email = $2 where w.id = $1`;

/**
 * Prepares an email that its recipient can unsubscribe from with one click (RFC 2369, RFC 8058). Every marketing email is
 * prepared here, right before it is sent, so that unsubscribing is effective at once for all senders.
 * @throws ProviderError UNSUBSCRIBED; REFUSED unless it has one recipient, whose link it is
 */
export async function prepareMarketing(
  sql: Sql,
  settings: Pick<Settings, 'publicUrl' | 'jwtSecret'>,
  workspaceId: string,
  mail: MarketingText,
): Promise<Marketing> {
  const [email, ...others] = mail.to.map((address) => address.trim().toLowerCase());
  if (!email || others.length > 0) {
    const message =
      'A marketing email must have one recipient, because its unsubscribe link is theirs. Send one to each.';
    throw new ProviderError('REFUSED', message, false);
  }
  const { rows } = await sql.query<Found>(statement(text, [workspaceId, email]));
  const { name = '', postalAddress = null, contactId = null, isUnsubscribed = false } = rows[0] ?? {};
  if (isUnsubscribed) throw unsubscribed(contactId);
  const link = unsubscribeLink(settings, { workspaceId, contactId, email });
  return {
    headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    body: withFooter(mail, { name, postalAddress, link }),
  };
}

function unsubscribed(contactId: string | null): ProviderError {
  const message = `The contact ${contactId} must not get marketing email: they unsubscribed.`;
  return new ProviderError('UNSUBSCRIBED', message, false);
}

interface Footer {
  name: string;
  postalAddress: string | null;
  link: string;
}

function withFooter({ body, format, language }: MarketingText, { name, postalAddress, link }: Footer): string {
  const word = /^es\b|^es_/i.test(language ?? '') ? 'Cancelar la suscripción' : 'Unsubscribe';
  const lines = [name, ...(postalAddress ?? '').split(/\r?\n/)].map((line) => line.trim()).filter(Boolean);
  if (format === 'text') return `${body.trimEnd()}\n\n-- \n${lines.join('\n')}\n${word}: ${link}\n`;
  const shown = lines.map(escapeHtml).join('<br>');
  const style = 'margin:32px 0 0;font:12px/1.5 sans-serif;color:#666';
  const footer = `<p style="${style}">${shown}<br><a href="${escapeHtml(link)}">${word}</a></p>`;
  const end = body.search(/<\/body\s*>(?![\s\S]*<\/body\s*>)/i);
  return end < 0 ? `${body}\n${footer}` : `${body.slice(0, end)}${footer}\n${body.slice(end)}`;
}

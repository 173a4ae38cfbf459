import type { Sql } from '../../../../platform/database/database.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { escapeHtml } from '../../../../platform/escape-html.js';
import { ProviderError } from '../../../../platform/providers/provider-error.js';
import type { Settings } from '../../../../platform/services.js';
import type { Workspace } from '../../../accounts/workspaces/index.js';
import type { Contact } from '../../../crm/definitions/index.js';
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
  const found = await typed(sql, 'marketing_to', tableOf<Workspace>()('workspaces'), tableOf<Contact>()('contacts'))
    .selectFrom('workspaces as w')
    .leftJoin('contacts as c', (contact) => contact.onRef('c.workspaceId', '=', 'w.id').on('c.email', '=', email))
    .select(['w.name', 'w.postalAddress', 'c.id as contactId', 'c.unsubscribedAt'])
    .where('w.id', '=', workspaceId)
    .executeTakeFirst();
  const { name = '', postalAddress = null, contactId = null, unsubscribedAt = null } = found ?? {};
  if (unsubscribedAt) throw unsubscribed(contactId);
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

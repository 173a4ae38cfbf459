import { createHash } from 'node:crypto';
import {
  canReach,
  deliverMessage,
  type MessageOrigin,
  type OutgoingMessage,
  statusAddress,
  type Way,
} from '../../contexts/engagement/channels/index.js';
import { Taint } from '../../engine/index.js';
import type { NodePorts, Receipt, Sender } from '../../nodes/index.js';
import { statement } from '../../platform/database/statement.js';
import { createMailer, type Mail } from '../../platform/mail.js';
import { parseSender } from '../../platform/mail-sender.js';
import type { Act, ActMeter } from '../../platform/metered-act.js';
import { phoneCountry } from '../../platform/providers/phone-country.js';
import { ProviderError } from '../../platform/providers/provider-error.js';
import type { ProviderSettings, SmtpSettings } from '../../platform/providers/provider-settings.js';
import { sendMail } from '../../platform/providers/send-mail.js';
import { sendSms } from '../../platform/providers/send-sms.js';
import { sendWhatsapp, type WhatsappContent } from '../../platform/providers/send-whatsapp.js';
import type { Services } from '../../platform/services.js';
import { type Choice, credentialsIn, decoded, notConfigured, type Providers } from './choose-provider.js';
import { refuseDoNotContact } from './refuse-do-not-contact.js';

export interface MessagePortOptions {
  services: Pick<Services, 'db' | 'log' | 'mailer' | 'settings'>;
  providers: Providers;
  /** Whether messages that nobody can send are kept in the outbox, as if sent. */
  sandbox: boolean;
}

/** A step, or whoever else sends, with what meters it. */
export type MeteredUser = Sender & { meter: ActMeter };

/** The same of messages, and what they belong to. */
export type MessageUser = MeteredUser & { origin: MessageOrigin };

type MessagePorts = Pick<NodePorts, 'mail' | 'sms' | 'whatsapp'>;
type Content = Pick<OutgoingMessage, 'channel' | 'to' | 'subject' | 'body'>;

/** Mail, SMS and WhatsApp for one step: each message is sent once and kept in the outbox. */
export function messagePorts(options: MessagePortOptions, user: MessageUser): MessagePorts {
  const post = postOf(options, user);
  const whatsapp = (to: string, content: WhatsappContent, body: string, signal: AbortSignal) => {
    const kind = { eventType: 'whatsapp_message', app: 'whatsapp', country: phoneCountry(to) } as const;
    return post(
      'whatsapp',
      { channel: 'whatsapp', to, subject: null, body },
      { ...kind, quantity: 1 },
      ({ settings, reach }) => sendWhatsapp(reach, settings, { to, content }, signal),
    );
  };
  return {
    mail: {
      send({ to, subject, body, format, from, replyTo, part }, signal) {
        const sender = part ? { ...user, idempotencyKey: `${user.idempotencyKey}:${part}` } : user;
        return postOf(options, sender)(
          'smtp',
          { channel: 'email', to: to.join(', '), subject, body },
          { eventType: 'email_sent', app: 'smtp', country: null, quantity: to.length },
          (choice) => {
            const mail = { to, subject, [format]: body, signal, messageId: messageIdOf(sender, options) };
            return mailBy(choice, options, { ...mail, ...(from && { from }), ...(replyTo && { replyTo }) });
          },
        );
      },
    },
    sms: {
      send: ({ to, text, from, segments }, signal) =>
        post(
          'twilio',
          { channel: 'sms', to, subject: null, body: text },
          { eventType: 'sms_sent', app: 'twilio', country: phoneCountry(to), quantity: segments },
          ({ source, settings, reach }) => {
            const told = statusAddressFor({ ...user, source }, settings.baseUrl, options);
            return sendSms(reach, settings, { to, text, from, statusAddress: told }, signal);
          },
        ),
    },
    whatsapp: {
      sendText: (to, text, signal) => whatsapp(to, { kind: 'text', text }, text, signal),
      sendTemplate: (to, template, signal) =>
        whatsapp(to, { kind: 'template', ...template }, JSON.stringify(template), signal),
      findTemplate: (id) => findTemplate(options.services.db, user.workspaceId, id),
    },
  };
}

async function findTemplate({ pool }: Services['db'], workspaceId: string, id: string) {
  const text =
    '/* whatsapp_template */ select name, language from whatsapp_templates where workspace_id = $1 and id = $2';
  const { rows } = await pool.query<{ name: string; language: string | null }>(statement(text, [workspaceId, id]));
  const [template] = rows;
  if (template) return template;
  throw new ProviderError('REFUSED', `The workspace has no WhatsApp template ${id}. Choose one that there is.`, false);
}

function postOf({ services, providers, sandbox }: MessagePortOptions, user: MessageUser) {
  const { scrub, meter, ...step } = user;
  return async <K extends keyof ProviderSettings>(
    kind: K,
    content: Content,
    act: Omit<Act, 'source'>,
    send: (choice: Choice<K>) => Promise<{ messageId: string }>,
  ): Promise<Receipt> => {
    await refuseDoNotContact(services.db.within(step.workspaceId), step.workspaceId, content.to);
    const choice = await providers.choose(kind, step.workspaceId);
    if (!choice && !sandbox) throw notConfigured(kind);
    const way: Way = choice
      ? { source: choice.source, send: () => withoutCredentials(choice, () => send(choice), scrub) }
      : { source: 'sandbox' };
    const message = { ...step, ...scrub(content) };
    const deliver = () => deliverMessage({ sql: services.db.pool, log: services.log }, message, way);
    // What stays in the sandbox costs nobody anything.
    const metered = (source: Act['source']) =>
      meter.perform({ ...act, source }, deliver, ({ id }) => (id === null ? {} : { id }));
    const delivered = choice ? metered(choice.source) : deliver();
    const { messageId, sandbox: kept } = await delivered;
    return { messageId, ...(kept && { sandbox: true }) };
  };
}

/**
 * A provider's answer may repeat what it was sent.
 * @param scrub masks what was secret in that
 */
export async function withoutCredentials<T>(
  { settings }: { settings: object },
  ask: () => Promise<T>,
  scrub: (text: string) => string = (text) => text,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const message = scrub(new Taint(credentialsIn(settings)).scrub(error.message));
    throw new ProviderError(error.code, message, error.retryable);
  }
}

async function mailBy(
  { source, settings, reach }: Choice<'smtp'>,
  { services }: MessagePortOptions,
  mail: Mail,
): Promise<{ messageId: string }> {
  const { publicUrl } = services.settings;
  if (source === 'platform' && services.mailer) return sendMail(services.mailer, mail);
  const ownServer = source === 'byok';
  const mailer = createMailer({ ...plainSmtp(settings), publicUrl, ownServer, connect: (to) => reach.connect(to) });
  try {
    return await sendMail(mailer, mail);
  } finally {
    mailer.close();
  }
}

/** The query of an SMTP address holds options of the library, a proxy among them: not for a workspace to choose. */
function plainSmtp({ url, from }: SmtpSettings): SmtpSettings {
  const plain = new URL(url);
  plain.search = '';
  plain.hash = '';
  const user = decoded(plain.username);
  return { url: plain.href, from: from ?? (parseSender(user) ? user : undefined) };
}

function statusAddressFor(
  key: Parameters<typeof statusAddress>[1],
  baseUrl: string,
  { services: { settings } }: MessagePortOptions,
): string | undefined {
  return canReach(baseUrl, settings.publicUrl) ? statusAddress(settings, key) : undefined;
}

/** The same for each attempt at a step, so that a mailbox that gets it twice can tell. */
function messageIdOf({ idempotencyKey }: Sender, { services }: MessagePortOptions): string {
  const id = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32);
  return `<${id}@${new URL(services.settings.publicUrl).hostname}>`;
}

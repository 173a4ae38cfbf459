import type { Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js';
import { chooseSender, type MailSender, parseSender } from './mail-sender.js';

/** One message. Text that a person wrote may stand in any field: line breaks cannot make a header or a recipient of it. */
export interface Mail {
  /** One address each, without a display name. */
  to: string | readonly string[];
  cc?: readonly string[];
  bcc?: readonly string[];
  /** One address. */
  replyTo?: string;
  /** One address, alone or as `Ana <ana@example.com>`. Left out: the sender of the configuration. See `chooseSender`. */
  from?: string;
  subject: string;
  text?: string;
  html?: string;
  /** Left out: one of its own. The same one lets the other side see that a mail came twice. */
  messageId?: string;
  /** Gives up when aborted. */
  signal?: AbortSignal;
}

/** The way to the mail server of the configuration. */
export interface Mailer {
  /**
   * Hands a mail to the server and answers when the server has taken it.
   * @throws MailError where it did not; within half a minute
   */
  send(mail: Mail): Promise<{ messageId: string }>;
  close(): void;
}

export interface MailerOptions {
  /** `smtp://user:password@host:587` or `smtps://…`; its query may hold more of nodemailer's options. */
  url: string;
  /** Absent: an address at the host of `publicUrl`. */
  from?: string | undefined;
  publicUrl: string;
  /** The server belongs to one workspace: a mail may name another sender. */
  ownServer?: boolean;
  /** How its server is reached, where not by a connection of its own. */
  connect?: ((to: { host: string; port: number }) => Promise<Socket>) | undefined;
}

/** The mail server did not take a mail. */
export class MailError extends Error {
  override name = 'MailError';

  constructor(
    message: string,
    /** Whether the same mail may be taken later: the server was away, busy or full. */
    readonly passing: boolean,
    cause: unknown,
  ) {
    super(message, { cause });
  }
}

const connectionsAtMost = 3;
const patienceMs = 10_000;

/**
 * Connects at the first mail, and keeps connections while there are mails to send. Every mail of this server leaves here,
 * so here it is decided who it is from.
 * @throws MailError for a `from` that is not one address
 */
export function createMailer({ url, from, publicUrl, ownServer = false, connect }: MailerOptions): Mailer {
  const configured = from === undefined ? defaultSender(publicUrl) : requireSender('SMTP_FROM', from);
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connectionsAtMost,
    dnsTimeout: patienceMs,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    // A field that looks like a path or an address is text, nothing to read.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(connect && { getSocket: socketsBy(connect) }),
  });
  return {
    async send({ to, cc = [], bcc = [], from: wanted, replyTo: answers, ...mail }) {
      const asked = wanted === undefined ? null : requireSender('from', wanted);
      const { from, replyTo } = chooseSender({ configured, asked, replyTo: answers ?? null, ownServer });
      const recipients = { to: addresses(typeof to === 'string' ? [to] : to), cc: addresses(cc), bcc: addresses(bcc) };
      const reply = replyTo === null ? {} : { replyTo: addresses([replyTo]) };
      try {
        const { messageId } = await transport.sendMail({ ...mail, ...recipients, from, ...reply });
        return { messageId };
      } catch (error) {
        throw mailError(error);
      }
    },
    close: () => transport.close(),
  };
}

function defaultSender(publicUrl: string): MailSender {
  return { name: '', address: `no-reply@${new URL(publicUrl).hostname}` };
}

function requireSender(field: string, text: string): MailSender {
  const sender = parseSender(text);
  if (sender) return sender;
  const message = `${field} must be one email address, alone or after a name: Shop <shop@example.com>.`;
  throw new MailError(message, false, undefined);
}

function socketsBy(connect: NonNullable<MailerOptions['connect']>): SMTPPool.Options['getSocket'] {
  return ({ host = 'localhost', port, secure }, callback) => {
    connect({ host, port: Number(port ?? (secure ? 465 : 587)) }).then(
      (connection) => callback(null, { connection }),
      (error: Error) => callback(error, false),
    );
  };
}

/** As objects: nodemailer would read a text as a list of addresses. */
function addresses(list: readonly string[]) {
  return list.map((address) => ({ name: '', address }));
}

function mailError(error: unknown): MailError {
  const { message, code, responseCode } = error as { message?: string; code?: string; responseCode?: number };
  // 5yz is the server's last word; so is a login that it refuses, and what we would not send at all.
  const isFinal = responseCode ? responseCode >= 500 : code === 'EAUTH' || code === 'EENVELOPE' || code === 'EMESSAGE';
  return new MailError(`The mail server did not take the mail: ${message ?? code}`, !isFinal, error);
}

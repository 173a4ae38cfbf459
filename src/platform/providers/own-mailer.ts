import { createMailer, type Mail } from '../mail/mail.js';
import { parseSender } from '../mail/mail-sender.js';
import type { Outbound } from '../outbound/index.js';
import { decoded } from './choose-provider.js';
import type { SmtpSettings } from './provider-settings.js';

export interface OneMailOptions {
  publicUrl: string;
  /** The mail server belongs to one workspace. */
  ownServer: boolean;
  reach: Pick<Outbound, 'connect'>;
}

/** Sends one mail by a mail server that is connected to for it. @throws MailError */
export async function sendOneMail(
  settings: SmtpSettings,
  mail: Mail,
  { reach, ...options }: OneMailOptions,
): Promise<{ messageId: string }> {
  const mailer = createMailer({ ...plainSmtp(settings), ...options, connect: (to) => reach.connect(to) });
  try {
    return await mailer.send(mail);
  } finally {
    mailer.close();
  }
}

/** Without the query of the SMTP URL: it holds options of the library, such as a proxy, that a workspace must not set. */
function plainSmtp({ url, from }: SmtpSettings): SmtpSettings {
  const plain = new URL(url);
  plain.search = '';
  plain.hash = '';
  const user = decoded(plain.username);
  return { url: plain.href, from: from ?? (parseSender(user) ? user : undefined) };
}

import { type Mail, MailError, type Mailer } from '../mail/mail.js';
import { clean } from './ask-provider.js';
import { ProviderError } from './provider-error.js';

/** Sends a mail. @throws ProviderError */
export async function sendMail(mailer: Pick<Mailer, 'send'>, mail: Mail): Promise<{ messageId: string }> {
  try {
    return await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const code = error.passing ? 'PROVIDER_UNAVAILABLE' : 'PROVIDER_REFUSED';
    throw new ProviderError(code, clean(error.message), error.passing, error);
  }
}

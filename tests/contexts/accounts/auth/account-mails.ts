import { bodyOf, type MailServer } from '../../../support/mail-server.js';
import { waitFor } from '../../../support/wait-for.js';

/** Waits for the mails to an address with a subject, and returns their texts. */
export async function mailsTo(mail: MailServer, email: string, subject: string, count = 1): Promise<string[]> {
  const found = () =>
    mail.mails
      .filter(({ to, raw }) => to.includes(email) && raw.includes(`\r\nSubject: ${subject}\r\n`))
      .map((one) => bodyOf(one));
  await waitFor(() => found().length >= count);
  return found();
}

/** The token of the link in a mail. */
export function tokenOf(text: string | undefined): string {
  return /#token=(\S+)/.exec(text ?? '')?.[1] ?? '';
}

/** The token of the link in the last mail to an address with a subject. */
export async function mailedToken(mail: MailServer, email: string, subject: string, count = 1): Promise<string> {
  return tokenOf((await mailsTo(mail, email, subject, count)).at(-1));
}

export const resetSubject = 'Reset your password';
export const verifySubject = 'Verify your email address';

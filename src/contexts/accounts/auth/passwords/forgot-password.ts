import type { Services } from '../../../../platform/services.js';
import { normalEmail } from '../../members/index.js';
import { findUserByEmail } from '../find-user.js';
import { createLink } from '../links/account-link.js';
import { accountMails, countMail } from '../links/account-mails.js';
import { linkMail } from '../links/compose-mail.js';
import { requirePasswordLogin } from '../require-password-login.js';

/**
 * Mails a link to reset a password, if a user has the email. Whether one has is looked up after the answer, so that
 * neither the answer nor its time shows it.
 * @throws AppError RATE_LIMITED for the email, known or not; FORBIDDEN if the server has no mail server
 */
export async function forgotPassword(services: Services, sentEmail: string): Promise<boolean> {
  const { db, now, settings } = services;
  requirePasswordLogin(settings);
  const email = normalEmail(sentEmail);
  await countMail(services, email);
  services.get(accountMails).post(async () => {
    const user = await findUserByEmail(db.pool, email);
    if (!user) return null;
    const token = await createLink(db.pool, { userId: user.id, purpose: 'reset_password', email: user.email }, now());
    return linkMail(settings.publicUrl, 'reset_password', user.email, token);
  });
  return true;
}

import { AppError } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import type { Services } from '../../../../platform/services.js';
import { findLiveUser } from '../../users/index.js';
import type { Me } from '../credentials.object.js';
import { findUserById } from '../find-user.js';
import { createLink } from '../links/account-link.js';
import { accountMails, countMail } from '../links/account-mails.js';
import { linkMail } from '../links/compose-mail.js';

/** Mails a new user the link that verifies their email, in the background; does nothing without a mail server. */
export function mailVerification(services: Services, { id, email }: Me): void {
  const { db, now, settings } = services;
  services.get(accountMails).post(async () => {
    const token = await createLink(db.pool, { userId: id, purpose: 'verify_email', email }, now());
    return linkMail(settings.publicUrl, 'verify_email', email, token);
  });
}

/**
 * Mails the caller a new link that verifies their email.
 * @throws AppError CONFLICT if it is verified already, RATE_LIMITED, FORBIDDEN without a mail server, INVALID_TOKEN
 */
export async function sendVerificationEmail(context: GraphContext): Promise<boolean> {
  const { services } = context;
  const { id } = await findLiveUser(services, context.principal({ session: true }));
  const user = await findUserById(services.db.pool, id);
  if (!user || user.emailVerified) throw new AppError('CONFLICT', 'Your email is already verified.');
  await countMail(services, user.email);
  mailVerification(services, user);
  return true;
}

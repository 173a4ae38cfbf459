import { validationFailed } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { normalEmail } from '../../members/index.js';
import type { ChangeEmailInput } from '../account.input.js';
import type { EmailChange } from '../account.object.js';
import { findUserByEmail } from '../find-user.js';
import { createLink } from '../links/account-link.js';
import { accountMails, countMail } from '../links/account-mails.js';
import { linkMail } from '../links/compose-mail.js';
import { confirmByPassword, requireUnchanged } from '../verify-password.js';
import { emailTaken } from './verify-email.js';

/**
 * Changes the caller's email, once the link that is mailed to the new address is opened: members are found by their
 * email, for example as approvers, so no one may take that of someone else.
 * @throws AppError VALIDATION_FAILED if the password is wrong or the email is the current one, CONFLICT if another user
 * has it, RATE_LIMITED, INVALID_TOKEN, FORBIDDEN without a mail server
 */
export async function changeEmail(context: GraphContext, input: ChangeEmailInput): Promise<EmailChange> {
  const { services } = context;
  const user = await confirmByPassword(context, input.password);
  const email = normalEmail(input.email);
  if (email === normalEmail(user.email)) {
    throw validationFailed([
      { field: 'email', rule: 'UNCHANGED', message: 'email must differ from your current email.' },
    ]);
  }
  if (await findUserByEmail(services.db.pool, email)) throw emailTaken();
  await countMail(services, email);
  const { db, now, settings } = services;
  const token = await db.transaction(async (sql) => {
    await requireUnchanged(sql, user);
    return createLink(sql, { userId: user.id, purpose: 'change_email', email }, now());
  });
  services.get(accountMails).post(async () => linkMail(settings.publicUrl, 'change_email', email, token));
  return { email: user.email, pendingEmail: email };
}

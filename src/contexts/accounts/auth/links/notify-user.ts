import type { Services } from '../../../../platform/services.js';
import { accountMails } from './account-mails.js';
import { noticeMail } from './compose-mail.js';

const notices = {
  passwordChanged: ['Your password was changed', 'The password of your account was changed'],
  emailChanged: ['Your email address was changed', 'Your account was moved to another email address'],
  totpEnabled: ['Two-step login was enabled', 'An authenticator app was added to your account'],
  totpDisabled: ['Two-step login was disabled', 'The authenticator app was removed from your account'],
  identityLinked: ['A login was linked', 'A login by another provider was linked to your account'],
  identityUnlinked: ['A login was unlinked', 'A login by a provider was unlinked from your account'],
} as const;

/** Reports a change of an account to its owner by mail, so that they notice a change that they did not make. */
export function notifyUser(services: Services, email: string, notice: keyof typeof notices): void {
  const [subject, change] = notices[notice];
  services.get(accountMails).post(async () => noticeMail(services.settings.publicUrl, email, subject, change));
}

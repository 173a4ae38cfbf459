import type { Mail } from '../../../../platform/mail/mail.js';
import { linkAddress, linkSeconds, type MailedPurpose } from './account-link.js';

/** A mail with a link of an account. */
export function linkMail(publicUrl: string, purpose: MailedPurpose, to: string, token: string): Mail {
  const { subject, request } = texts[purpose];
  return {
    to,
    subject,
    text: `${request} at ${publicUrl}.

To continue, open this address. It is valid once, for ${duration(linkSeconds[purpose])}:

${linkAddress(publicUrl, purpose, token)}

If you did not request this, you can ignore this email: nothing changes.
`,
  };
}

const texts: Readonly<Record<MailedPurpose, { subject: string; request: string }>> = {
  reset_password: {
    subject: 'Reset your password',
    request: 'A new password was requested for your account',
  },
  verify_email: {
    subject: 'Verify your email address',
    request: 'An account with this email address was created',
  },
  change_email: {
    subject: 'Verify your new email address',
    request: 'This address was entered as the new email address of an account',
  },
};

/** A notice of a change that protects an account, which only its owner should have made. */
export function noticeMail(publicUrl: string, to: string, subject: string, change: string): Mail {
  return {
    to,
    subject,
    text: `${change} at ${publicUrl}.

If you did not do this, contact the operator of the server. If you can still log in, change your password and end all
other sessions.
`,
  };
}

function duration(seconds: number): string {
  return seconds >= 3_600 ? `${seconds / 3_600} hours` : `${seconds / 60} minutes`;
}

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { defineService } from '../../../../platform/define-service.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { Mail } from '../../../../platform/mail/mail.js';
import { rateLimited } from '../../../../platform/rate-limit/quota-state.js';
import type { ServiceContext, Services } from '../../../../platform/services.js';

/** Mails to users about their account. */
export interface AccountMails {
  /**
   * Composes and sends a mail after the answer, so that the time of an answer does not show whether there is a user. Does
   * nothing without a mail server.
   */
  post(compose: () => Promise<Mail | null>): void;
}

const atOnce = 200;
const patienceMs = 5_000;

/** Sends mails in the background; when the process stops, it waits a few seconds for those in progress. */
export const accountMails = defineService<AccountMails & { close(): Promise<void> }>(
  'account mails',
  createAccountMails,
  (mails) => mails.close(),
);

function createAccountMails({ mailer, log }: ServiceContext): AccountMails & { close(): Promise<void> } {
  const open = new Set<Promise<void>>();
  async function send(compose: () => Promise<Mail | null>): Promise<void> {
    // After this event-loop tick, in which the response is written.
    await setImmediate();
    try {
      const mail = await compose();
      if (mail) await mailer?.send(mail);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'could not mail a user about their account');
    }
  }
  return {
    post(compose) {
      if (!mailer) return;
      if (open.size >= atOnce) {
        log.warn('too many mails about accounts at once: one was not sent');
        return;
      }
      const sending = send(compose).finally(() => open.delete(sending));
      open.add(sending);
    },
    async close() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, patienceMs);
      await Promise.race([Promise.all(open), late]);
      clearTimeout(timer);
    },
  };
}

/**
 * Counts a mail with a link to an address before it is known whether a user has it.
 * @throws AppError RATE_LIMITED; FORBIDDEN if the server has no mail server
 */
export async function countMail({ mailer, limits }: Services, email: string): Promise<void> {
  if (!mailer) {
    throw new AppError(
      'FORBIDDEN',
      'This server sends no email, because SMTP_URL is not set. Ask the operator, who can use `workspace-automation user`.',
    );
  }
  const limit = limits.accountMails;
  // Hashed, so that the table does not contain emails.
  const state = await limit.take(createHash('sha256').update(email).digest('base64url'));
  if (!state.allowed) throw rateLimited(`More than ${limit.limit} emails to this address in 30 minutes`, state);
}

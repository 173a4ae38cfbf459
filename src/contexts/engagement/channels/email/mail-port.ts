import { createHash } from 'node:crypto';
import type { MailPort, Sender } from '../../../../nodes/index.js';
import type { Mail } from '../../../../platform/mail/mail.js';
import type { Choice } from '../../../../platform/providers/choose-provider.js';
import { sendOneMail } from '../../../../platform/providers/own-mailer.js';
import { sendMail } from '../../../../platform/providers/send-mail.js';
import type { WorkContext } from '../../../module.js';
import { type MessageSender, type MessageToPost, postMessage } from '../post-message.js';
import { findAttachments, mailAttachments } from './attachments.js';
import { prepareMarketing } from './marketing-mail.js';

/** Emails of one sender. */
export function mailPort(context: WorkContext, user: MessageSender): MailPort {
  return {
    async send({ from, replyTo, part, purpose, attachments, ...content }, signal) {
      const { to, subject, format } = content;
      const sender = part ? { ...user, idempotencyKey: `${user.idempotencyKey}:${part}` } : user;
      const { services } = context;
      const { settings, db } = services;
      const { workspaceId } = user;
      const marketing =
        purpose === 'marketing' ? await prepareMarketing(db.within(workspaceId), settings, workspaceId, content) : null;
      // The outbox has the text without its footer, whose link would unsubscribe the recipient.
      const message: MessageToPost<'smtp'> = {
        provider: 'smtp',
        isNotice: part !== undefined,
        content: { channel: 'email', to: to.join(', '), subject, body: content.body },
        operation: { eventType: 'email_sent', country: null, quantity: to.length },
        ...(attachments && { attach: () => findAttachments(services, workspaceId, attachments) }),
        send: (choice, attached) => {
          const mail = {
            to,
            subject,
            [format]: marketing?.body ?? content.body,
            signal,
            messageId: messageIdOf(sender, context),
            headers: marketing?.headers,
            attachments: mailAttachments(services, workspaceId, attached),
          };
          return mailBy(choice, context, { ...mail, ...(from && { from }), ...(replyTo && { replyTo }) });
        },
      };
      return postMessage(context, sender, message, signal);
    },
  };
}

/** Mails by a chosen server. @throws ProviderError */
export async function mailBy(
  { source, settings, reach }: Choice<'smtp'>,
  { services }: WorkContext,
  mail: Mail,
): Promise<{ messageId: string }> {
  const { publicUrl } = services.settings;
  if (source === 'platform' && services.mailer) return sendMail(services.mailer, mail);
  const options = { publicUrl, ownServer: source === 'byok', reach };
  return sendMail({ send: (one) => sendOneMail(settings, one, options) }, mail);
}

/** The same for each attempt of a step, so that a mail server can recognize a duplicate. */
function messageIdOf({ idempotencyKey }: Sender, { services }: WorkContext): string {
  const id = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32);
  return `<${id}@${new URL(services.settings.publicUrl).hostname}>`;
}

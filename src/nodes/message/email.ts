import { z } from 'zod';
import { FormatError } from '../../platform/file-formats/index.js';
import { parseSender } from '../../platform/mail/mail-sender.js';
import { defineNode } from '../define-node.js';
import { messageText, optionalField } from '../field-kinds.js';
import { fileFailure } from '../file/file-failure.js';
import { fileField } from '../file/file-field.js';
import { emailPurposes } from '../ports.js';
import { providerFailure } from '../provider-failure.js';
import { providerErrors } from '../step-errors.js';
import { sendWindowField } from '../wait/window.js';
import { emailAddress, emailAddresses, recipientsOf } from './recipients.js';
import { opensAt } from './send-window.js';

const sender = z
  .string()
  .max(500)
  .refine(
    (text) => parseSender(text) !== null,
    'must be one email address, with or without a name, for example Shop <shop@example.com>',
  );

const attachmentsAtMost = 20;

/** One file, or a list. */
const attachedFiles = z.preprocess(
  (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? [value] : value),
  z.array(fileField).max(attachmentsAtMost),
);

export const emailNode = defineNode({
  type: 'message.email',
  title: 'Email',
  category: 'message',
  capability: 'conversations:write',
  description: 'Sends an email.',
  fields: z.object({
    to: emailAddresses.describe(
      'The recipients: an email address, several separated by commas, or a list. At most 50.',
    ),
    subject: messageText({ max: 998 }).describe('The subject line.'),
    body: messageText({ max: 500_000 }).describe('The text of the email.'),
    format: optionalField(z.enum(['text', 'html'])).describe('The format of the body. Defaults to `text`.'),
    from: optionalField(sender).describe(
      "The sender: an email address, with or without a name. The platform's mail server uses only the name, and sends replies to the address. Defaults to the sender of the mail server.",
    ),
    replyTo: optionalField(emailAddress).describe('The email address for replies. Defaults to the sender.'),
    attachments: optionalField(attachedFiles).describe(
      `The files to attach, as other steps output them: one, or a list. At most ${attachmentsAtMost}, and 25 MiB together.`,
    ),
    purpose: optionalField(z.enum(emailPurposes)).describe(
      'What the email is for. `marketing` is sent to one recipient, has a footer and headers by which they unsubscribe with one click, and fails with `UNSUBSCRIBED` if they did. Defaults to `transactional`, for emails that the recipient expects, such as an order.',
    ),
    sendWindow: sendWindowField,
  }),
  causes: () => ['message.sent', 'conversation.created'],
  html: { body: ({ format }) => format === 'html' },
  filled: { sendWindow: 'entries', subject: 'value', body: 'value', attachments: 'value' },
  reads: ({ attachments }) => (attachments ? ['files:read'] : []),
  opensAt: ({ to, sendWindow }, context) => opensAt(sendWindow, { email: to[0] ?? '' }, context),
  sourceHandles: ['sent', 'failed'],
  effects: true,
  cost: { email_sent: ({ to }) => recipientsOf(to) },
  sample: { messageId: '<sample@example.com>' },
  example: {
    to: '{{triggerData.email}}',
    subject: 'Your order {{triggerData.orderId}}',
    body: 'Hello {{triggerData.name}},\n\nyour order is on its way.',
  },
  output: '`messageId`, the ID of the message.',
  errors: [...providerErrors, 'FILE_MISSING', 'FILE_LIMIT', 'REFUSED', 'DO_NOT_CONTACT', 'UNSUBSCRIBED', 'SEND_WINDOW'],
  exampleRun: {
    triggerData: { email: 'ana@example.com', name: 'Ana', orderId: 'A-1001' },
    answer: { messageId: '<1001@example.com>' },
  },
  run: async ({ data, ports, signal }) => {
    const { to, subject, body, format = 'text', from, replyTo, purpose, attachments } = data;
    try {
      const output = await ports.mail.send(
        { to, subject: subject.replace(/\s*[\r\n]+\s*/g, ' '), body, format, from, replyTo, purpose, attachments },
        signal,
      );
      return { kind: 'done', output };
    } catch (error) {
      return error instanceof FormatError ? fileFailure(error, ['failed']) : providerFailure(error, ['failed']);
    }
  },
});

import { z } from 'zod';
import { parseSender } from '../../platform/mail-sender.js';
import { defineNode } from '../define-node.js';
import { filledText, optionalField } from '../field-kinds.js';
import { providerFailure } from '../provider-failure.js';
import { providerErrors } from '../step-errors.js';
import { emailAddress, emailAddresses, recipientsOf } from './recipients.js';

const sender = z
  .string()
  .max(500)
  .refine(
    (text) => parseSender(text) !== null,
    'must be one email address, alone or after a name: Shop <shop@example.com>',
  );

export const emailNode = defineNode({
  type: 'message.email',
  title: 'Email',
  category: 'message',
  description: 'Sends an email.',
  fields: z.object({
    to: emailAddresses.describe('One address, several with commas between them, or a list; at most 50.'),
    subject: filledText(998).describe('The subject.'),
    body: filledText(500_000).describe('What it says.'),
    format: optionalField(z.enum(['text', 'html'])).describe('How the body is written. Defaults to text.'),
    from: optionalField(sender).describe(
      "Who it is from: one address, or a name with one. By the platform's mail server only the name is shown, and answers go to the address. Defaults to the mail server's own sender.",
    ),
    replyTo: optionalField(emailAddress).describe('Where answers go. Defaults to the sender.'),
  }),
  sourceHandles: ['sent', 'failed'],
  effects: true,
  cost: { email_sent: ({ to }) => recipientsOf(to) },
  sample: { messageId: '<sample@example.com>' },
  example: {
    to: '{{triggerData.email}}',
    subject: 'Your order {{triggerData.orderId}}',
    body: 'Hello {{triggerData.name}},\n\nyour order is on its way.',
  },
  output: '`messageId`.',
  errors: [...providerErrors, 'DO_NOT_CONTACT'],
  tried: {
    triggerData: { email: 'ana@example.com', name: 'Ana', orderId: 'A-1001' },
    answer: { messageId: '<1001@example.com>' },
  },
  run: async ({ data, ports, signal }) => {
    const { to, subject, body, format = 'text', from, replyTo } = data;
    try {
      const output = await ports.mail.send(
        { to, subject: subject.replace(/\s*[\r\n]+\s*/g, ' '), body, format, from, replyTo },
        signal,
      );
      return { kind: 'done', output };
    } catch (error) {
      return providerFailure(error, ['failed']);
    }
  },
});

import { z } from 'zod';
import { FormatError } from '../../platform/file-formats/index.js';
import { defineNode } from '../define-node.js';
import { messageText, optionalField } from '../field-kinds.js';
import { fileFailure } from '../file/file-failure.js';
import { fileField } from '../file/file-field.js';
import { oneUnit } from '../node-cost.js';
import { providerFailure } from '../provider-failure.js';
import { providerErrors } from '../step-errors.js';
import { sendWindowField } from '../wait/window.js';
import { phoneNumber } from './recipients.js';
import { opensAt } from './send-window.js';

/** Characters of the text with a file, which WhatsApp calls its caption. */
const captionAtMost = 1_024;

export const whatsappNode = defineNode({
  type: 'message.whatsapp',
  title: 'WhatsApp message',
  category: 'message',
  capability: 'conversations:write',
  description: 'Sends a free text, a file or both by WhatsApp to a contact who wrote within the last 24 hours.',
  fields: z
    .object({
      to: phoneNumber.describe('The phone number of the recipient, with country code.'),
      text: optionalField(messageText({ min: 1, max: 4_096 })).describe(
        'The text of the message. Required without a file; with one it has at most 1,024 characters.',
      ),
      file: optionalField(fileField).describe(
        'The file to send, as another step outputs it: an image, audio or video as such, anything else as a document. At most 100 MiB.',
      ),
      sendWindow: sendWindowField,
    })
    .refine(({ text, file }) => text !== undefined || file !== undefined, {
      path: ['text'],
      message: 'is required without a file',
    })
    .refine(({ text = '', file }) => file === undefined || text.length <= captionAtMost, {
      path: ['text'],
      message: `must have at most ${captionAtMost} characters with a file`,
    }),
  filled: { text: 'value', file: 'value', sendWindow: 'entries' },
  reads: ({ file }) => (file ? ['files:read'] : []),
  causes: () => ['message.sent', 'conversation.created'],
  opensAt: ({ to, sendWindow }, context) => opensAt(sendWindow, { phone: to }, context),
  sourceHandles: ['sent', 'windowClosed', 'failed'],
  effects: true,
  cost: { whatsapp_message: oneUnit },
  sample: { messageId: 'wamid.sample' },
  example: { to: '{{triggerData.phone}}', text: 'Hello {{triggerData.name}}, how can we help?' },
  output: '`messageId`, the ID of the message.',
  errors: [...providerErrors, 'FILE_MISSING', 'FILE_LIMIT', 'WINDOW_CLOSED', 'DO_NOT_CONTACT', 'SEND_WINDOW'],
  exampleRun: {
    triggerData: { phone: '+34600000001', name: 'Ana' },
    answer: { messageId: 'wamid.1001' },
  },
  run: async ({ data: { to, text, file }, ports, signal }) => {
    try {
      const { whatsapp } = ports;
      if (file !== undefined) {
        return { kind: 'done', output: await whatsapp.sendFile(to, file, text ?? null, signal) };
      }
      return { kind: 'done', output: await whatsapp.sendText(to, text ?? '', signal) };
    } catch (error) {
      if (error instanceof FormatError) return fileFailure(error, ['failed']);
      return providerFailure(error, ['windowClosed', 'failed']);
    }
  },
});

import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { messageText } from '../field-kinds.js';
import { oneUnit } from '../node-cost.js';
import { providerFailure } from '../provider-failure.js';
import { providerErrors } from '../step-errors.js';
import { phoneNumber } from './recipients.js';

export const whatsappNode = defineNode({
  type: 'message.whatsapp',
  title: 'WhatsApp message',
  category: 'message',
  capability: 'conversations:write',
  description: 'Sends a free text by WhatsApp to a contact who wrote within the last 24 hours.',
  fields: z.object({
    to: phoneNumber.describe('The phone number of the recipient, with country code.'),
    text: messageText({ min: 1, max: 4_096 }).describe('The text of the message.'),
  }),
  causes: () => ['message.sent', 'conversation.created'],
  sourceHandles: ['sent', 'windowClosed', 'failed'],
  effects: true,
  cost: { whatsapp_message: oneUnit },
  sample: { messageId: 'wamid.sample' },
  example: { to: '{{triggerData.phone}}', text: 'Hello {{triggerData.name}}, how can we help?' },
  output: '`messageId`, the ID of the message.',
  errors: [...providerErrors, 'WINDOW_CLOSED', 'DO_NOT_CONTACT'],
  exampleRun: {
    triggerData: { phone: '+34600000001', name: 'Ana' },
    answer: { messageId: 'wamid.1001' },
  },
  run: async ({ data: { to, text }, ports, signal }) => {
    try {
      return { kind: 'done', output: await ports.whatsapp.sendText(to, text, signal) };
    } catch (error) {
      return providerFailure(error, ['windowClosed', 'failed']);
    }
  },
});

import { z } from 'zod';
import { defineNode } from '../define-node.js';
import { messageText } from '../field-kinds.js';
import { providerFailure } from '../provider-failure.js';
import { providerErrors } from '../step-errors.js';
import { sendWindowField } from '../wait/window.js';
import { phoneNumber } from './recipients.js';
import { opensAt } from './send-window.js';
import { segmentsOf, smsSize } from './sms-segments.js';

export const smsNode = defineNode({
  type: 'message.sms',
  title: 'SMS',
  category: 'message',
  capability: 'conversations:write',
  description: 'Sends an SMS.',
  fields: z.object({
    to: phoneNumber.describe('The phone number of the recipient, with country code.'),
    text: messageText({ min: 1, max: 1_600 }).describe(
      'The text. A text that exceeds one segment is sent and billed as several.',
    ),
    sendWindow: sendWindowField,
  }),
  causes: () => ['message.sent', 'conversation.created'],
  opensAt: ({ to, sendWindow }, context) => opensAt(sendWindow, { phone: to }, context),
  filled: { sendWindow: 'entries' },
  sourceHandles: ['sent', 'failed'],
  effects: true,
  cost: { sms_sent: ({ text }) => segmentsOf(text) },
  sample: { messageId: 'SM00000000000000000000000000000000', segments: 1 },
  example: { to: '{{triggerData.phone}}', text: 'Your order {{triggerData.orderId}} is on its way.' },
  output: '`messageId`, the ID of the message, and `segments`, their number.',
  errors: [...providerErrors, 'DO_NOT_CONTACT', 'SEND_WINDOW'],
  exampleRun: {
    triggerData: { phone: '+34600000001', orderId: 'A-1001' },
    answer: { messageId: 'SM00000000000000000000000000001001' },
  },
  run: async ({ data: { to, text }, ports, signal, log }) => {
    const { encoding, segments } = smsSize(text);
    log('info', `${segments} ${segments === 1 ? 'segment' : 'segments'} in ${encoding}`);
    try {
      return { kind: 'done', output: { ...(await ports.sms.send({ to, text, segments }, signal)), segments } };
    } catch (error) {
      return providerFailure(error, ['failed']);
    }
  },
});

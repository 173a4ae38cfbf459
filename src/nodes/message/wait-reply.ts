import { z } from 'zod';
import type { NodeData } from '../../engine/graph.js';
import { defineNode, type EventFilter } from '../define-node.js';
import { filledText, messageText, numberField, optionalField } from '../field-kinds.js';
import { recordFailure } from '../record-failure.js';
import { providerErrors, recordErrors } from '../step-errors.js';
import { endOfWait } from '../wait/wait-until.js';
import { sendWindowField } from '../wait/window.js';
import { opensAt } from './send-window.js';
import { segmentsOf } from './sms-segments.js';

const yearMinutes = 366 * 24 * 60;

export const waitReplyNode = defineNode({
  type: 'message.waitReply',
  title: 'Wait for a reply',
  category: 'message',
  capability: 'conversations:write',
  description: 'Waits for a message of a contact. If `text` is set, sends it first.',
  fields: z.object({
    contactId: filledText(100).describe('The ID of the contact.'),
    channel: optionalField(z.enum(['whatsapp', 'sms', 'email', 'webchat'])).describe(
      'The channel of the reply. Defaults to any channel.',
    ),
    text: optionalField(messageText({ min: 1, max: 4_096 })).describe('The text to send before the wait starts.'),
    sendWindow: sendWindowField,
    timeoutMinutes: optionalField(numberField(z.number().positive().max(yearMinutes))).describe(
      'Minutes after which the step leaves by `timeout`. Defaults to no timeout.',
    ),
  }),
  filled: { sendWindow: 'entries', text: 'value' },
  causes: ({ text }) => (text === undefined || text === '' ? [] : ['message.sent']),
  reads: () => ['conversations:read'],
  opensAt: ({ contactId, sendWindow }, context) => opensAt(sendWindow, { id: contactId }, context),
  sourceHandles: ['reply', 'timeout', 'failed'],
  decides: true,
  effects: true,
  waitsForEvents: true,
  cost: {
    whatsapp_message: (data) => sendsBy('whatsapp', data),
    sms_sent: (data) => sendsBy('sms', data) * segmentsOf(data.text),
    email_sent: (data) => sendsBy('email', data),
  },
  sample: { message: { body: 'Yes, please.', channel: 'whatsapp', sentAt: '2026-01-05T09:00:00.000Z' } },
  example: {
    contactId: '{{triggerData.data.id}}',
    channel: 'whatsapp',
    text: 'Shall we call you?',
    timeoutMinutes: 1_440,
  },
  output: '`message`, the reply; null after a timeout.',
  errors: [...providerErrors, ...recordErrors, 'DO_NOT_CONTACT', 'SEND_WINDOW'],
  exampleRun: { triggerData: { data: { id: '01970000-0000-7000-8000-000000000003' } }, answer: {} },
  awaits: replyOf,
  run: async ({ data, now, ports, signal }) => {
    const { contactId, channel, text, timeoutMinutes } = data;
    try {
      if (text !== undefined) await ports.conversation.send({ contactId, channel, text }, signal);
    } catch (error) {
      return recordFailure(error, ['failed']);
    }
    return {
      kind: 'wait',
      until: endOfWait(now, timeoutMinutes),
      output: null,
      handle: 'timeout',
      event: replyOf(data),
    };
  },
});

/** 1 where a text is sent by this channel. The channel that the contact used last is known only at run time, and counts as 0. */
function sendsBy(channel: string, data: NodeData): number {
  return data.channel === channel && data.text !== undefined && data.text !== '' ? 1 : 0;
}

function replyOf({ contactId, channel }: { contactId: string; channel?: string | undefined }): EventFilter {
  const match = { 'conversation.contactId': contactId, ...(channel && { 'conversation.channel': channel }) };
  return { types: ['message.received'], match, handle: 'reply', as: 'message' };
}

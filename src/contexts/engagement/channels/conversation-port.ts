import { type ConversationPort, type CrmRecord, type PortUser, smsSize } from '../../../nodes/index.js';
import { workspaceScope } from '../../../platform/records/index.js';
import { type Channel, idOfStep, messages, published } from '../../crm/definitions/index.js';
import type { WorkContext } from '../../module.js';
import { notifyConversation } from './conversations/notify-conversation.js';
import { type ChannelSenders, sendToContact } from './conversations/send-to-contact.js';
import { readReach } from './reachable-channels.js';
import { messagePorts, type SendPorts } from './senders.js';

/** Sends messages of one step to contacts, in their conversations. The message ID is derived from the step. */
export function conversationPort(context: WorkContext, user: PortUser): ConversationPort {
  const { workspaceId, idempotencyKey, cause } = user;
  const scope = workspaceScope(context.services, workspaceId, cause);
  const ports = messagePorts(context, { ...user, origin: 'conversation' });
  return {
    async send({ contactId, channel, text }, signal) {
      const reach = () => readReach(context, workspaceId);
      const sent = await sendToContact(scope, sendersOf(ports, signal), reach, {
        contactId,
        text,
        author: 'flow',
        id: idOfStep(workspaceId, idempotencyKey),
        channel: channel as Channel | undefined,
      });
      const reported = await scope.transaction((sql) => notifyConversation(sql, scope, idempotencyKey));
      return published(messages.fields, reported ?? sent) as CrmRecord;
    },
  };
}

/** The function that sends a text, by channel. */
function sendersOf({ mail, sms, whatsapp }: SendPorts, signal: AbortSignal): ChannelSenders {
  return {
    whatsapp: (to, text) => whatsapp.sendText(to, text, signal),
    sms: (to, text) => sms.send({ to, text, segments: smsSize(text).segments }, signal),
    email: (to, text) => mail.send({ to: [to], subject: subjectOf(text), body: text, format: 'text' }, signal),
  };
}

/** The subject of an email: the first line of its text. */
function subjectOf(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line.length > 78 ? `${line.slice(0, 75)}…` : line;
}

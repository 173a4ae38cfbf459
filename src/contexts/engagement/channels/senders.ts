import { type NodePorts, workspaceSender } from '../../../nodes/index.js';
import { createOperationMeter, credits } from '../../billing/usage/index.js';
import type { WorkContext } from '../../module.js';
import { keyOfMessage } from './conversations/message-key.js';
import { mailPort } from './email/mail-port.js';
import type { MessageOrigin } from './outbox/outbox-message.object.js';
import type { MessageSender } from './post-message.js';
import { smsPort } from './sms/sms-port.js';
import { whatsappPort } from './whatsapp/whatsapp-port.js';

/** The ports that send messages, by channel. */
export type SendPorts = Pick<NodePorts, 'mail' | 'sms' | 'whatsapp'>;

/** Email, SMS and WhatsApp of one sender: each message is sent once and stored in the outbox. */
export function messagePorts(context: WorkContext, user: MessageSender): SendPorts {
  return { mail: mailPort(context, user), sms: smsPort(context, user), whatsapp: whatsappPort(context, user) };
}

/**
 * The ports for a message that no execution sends.
 * @param messageId what was sent under this ID is not sent again
 * @param origin what the message belongs to
 */
export function sendersOf(
  context: WorkContext,
  workspaceId: string,
  messageId: string,
  origin: MessageOrigin,
): SendPorts {
  const meter = createOperationMeter(context.services.get(credits), workspaceId, messageId);
  return messagePorts(context, { ...workspaceSender(workspaceId, keyOfMessage(messageId), meter), origin });
}

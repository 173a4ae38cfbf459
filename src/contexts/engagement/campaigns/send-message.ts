import { type Receipt, smsSize } from '../../../nodes/index.js';
import type { SendPorts } from '../channels/index.js';
import type { Composed } from './compose-message.js';

/** Sends a message over its channel. @throws ProviderError */
export function sendMessage(ports: SendPorts, message: Composed, signal: AbortSignal): Promise<Receipt> {
  const { to, body } = message;
  switch (message.channel) {
    case 'email': {
      const { subject, format, language } = message;
      return ports.mail.send({ to: [to], subject, body, format, purpose: 'marketing', language }, signal);
    }
    case 'sms':
      return ports.sms.send({ to, text: body, segments: smsSize(body).segments }, signal);
    case 'whatsapp':
      return message.template
        ? ports.whatsapp.sendTemplate(to, message.template, signal)
        : ports.whatsapp.sendText(to, body, signal);
  }
}

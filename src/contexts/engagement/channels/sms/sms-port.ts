import type { SmsPort } from '../../../../nodes/index.js';
import { phoneCountry } from '../../../../platform/providers/phone-country.js';
import { sendSms } from '../../../../platform/providers/send-sms.js';
import type { WorkContext } from '../../../module.js';
import { type MessageSender, type MessageToPost, postMessage } from '../post-message.js';
import { canReach, statusAddress } from './status-address.js';

/** SMS of one sender. Twilio gets a status callback URL if it can reach this server. */
export function smsPort(context: WorkContext, user: MessageSender): SmsPort {
  const { settings: server } = context.services;
  return {
    send: ({ to, text, from, segments }, signal) => {
      const message: MessageToPost<'twilio'> = {
        provider: 'twilio',
        content: { channel: 'sms', to, subject: null, body: text },
        operation: { eventType: 'sms_sent', country: phoneCountry(to), quantity: segments },
        send: ({ source, settings, reach }) => {
          const isReached = canReach(settings.baseUrl, server.publicUrl);
          const address = isReached ? statusAddress(server, { ...user, source }) : undefined;
          return sendSms(reach, settings, { to, text, from, statusAddress: address }, signal);
        },
      };
      return postMessage(context, user, message, signal);
    },
  };
}

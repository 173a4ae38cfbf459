import type { DeliveryErrorCode } from '../outbox/delivery-errors.js';
import type { LastState } from '../outbox/store-delivery-state.js';

/** What the commonest of Twilio's error codes mean. See https://www.twilio.com/docs/api/errors */
const reasons: Readonly<Record<string, [code: DeliveryErrorCode, message: string]>> = {
  '21610': ['OPTED_OUT', 'The number has opted out of messages from this sender.'],
  '30003': ['UNREACHABLE', 'The phone is off or out of reach.'],
  '30004': ['BLOCKED', 'The number or its network blocks the message.'],
  '30005': ['UNKNOWN_NUMBER', 'The number does not exist any more.'],
  '30006': ['LANDLINE', 'The number cannot get text messages: it is a landline, or its network is not reached.'],
  '30007': ['FILTERED', 'The network filtered the message as spam.'],
  '30008': ['UNDELIVERED', 'The network gave no reason.'],
  '30034': ['UNREGISTERED', "The sender's number is not registered for messages to the United States."],
};

/** The state that a form of Twilio tells; null where more may follow, or nothing is known of it. */
export function stateOfTwilio(status: string, errorCode: string | null): LastState | null {
  if (status === 'delivered' || status === 'read') return { status: 'delivered', error: null };
  if (!['undelivered', 'failed', 'canceled'].includes(status)) return null;
  const code = errorCode && /^\d{1,6}$/.test(errorCode) ? errorCode : null;
  const known = code !== null && Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  const [reason, words] = known ?? ['UNDELIVERED', 'Twilio did not deliver the message.'];
  return { status: 'failed', error: { code: reason, message: code ? `${words} (Twilio ${code})` : words } };
}

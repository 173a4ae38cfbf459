import type { DeliveryErrorCode } from '../outbox/delivery-errors.js';
import type { LastState } from '../outbox/store-delivery-state.js';

/** The most common error codes of Twilio. See https://www.twilio.com/docs/api/errors */
const reasons: Readonly<Record<string, [code: DeliveryErrorCode, message: string]>> = {
  '21610': ['OPTED_OUT', 'The recipient has opted out of messages from this sender.'],
  '30003': ['UNREACHABLE', 'The phone is off or out of reach.'],
  '30004': ['BLOCKED', 'The recipient or their carrier blocks the message.'],
  '30005': ['UNKNOWN_NUMBER', 'The number does not exist.'],
  '30006': ['LANDLINE', 'The number cannot receive SMS: it is a landline, or its carrier cannot be reached.'],
  '30007': ['FILTERED', 'The carrier filtered the message as spam.'],
  '30008': ['UNDELIVERED', 'The carrier gave no reason.'],
  '30034': ['UNREGISTERED', "The sender's number must be registered for SMS to the United States."],
};

/** The final state for a status of Twilio; null for a status that is not final or not known. */
export function stateOfTwilio(status: string, errorCode: string | null): LastState | null {
  if (status === 'delivered' || status === 'read') return { status: 'delivered', error: null };
  if (!['undelivered', 'failed', 'canceled'].includes(status)) return null;
  const code = errorCode && /^\d{1,6}$/.test(errorCode) ? errorCode : null;
  const known = code !== null && Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  const [reason, text] = known ?? ['UNDELIVERED', 'Twilio did not deliver the message.'];
  return { status: 'failed', error: { code: reason, message: code ? `${text} (Twilio ${code})` : text } };
}
